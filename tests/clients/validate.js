// SPDX-License-Identifier: MIT
// Prints every message of the Khronos glTF validator for the files given; ends with 1 if there is one.
const fs = require("fs");
const validator = require("gltf-validator");

async function validate(path) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(path)), {maxIssues: 0});
    const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
    console.log(`${path}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints`);
    for (const { code, message, pointer } of messages) {
        console.log(`  ${code} ${pointer}: ${message}`);
    }
    const { animationCount, materialCount, drawCallCount, totalTriangleCount } = report.info;
    console.log(JSON.stringify({ animationCount, materialCount, drawCallCount, totalTriangleCount }));
    return messages.length;
}

Promise.all(process.argv.slice(2).map(validate)).then(
    (counts) => process.exit(counts.some((count) => count > 0) ? 1 : 0),
    (error) => { console.error(error); process.exit(2); });
