// SPDX-License-Identifier: MIT
// Names and sentences of events, one row a kind.
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#include <waft/body.h>
#include <waft/live.h>

// In a sentence $i stands for the event's index, $b for the name of its body, or its number without one, $v for its value with three digits, $p for the value in
// percent, $n for the value as a whole number, $x and $z for its place, $c for why a body was set aside.
typedef struct event_row {
    const char* name;
    const char* begins; ///< what goes on from now on, for people who watch a run
    const char* tells;  ///< this one event with its figures
} event_row;

static const event_row rows[WAFT_EVENT_COUNT] = {
    [WAFT_EVENT_SLOW_MOTION] = {"slow_motion", "the simulation falls behind the clock",
        "$v s of host time are dropped"},
    [WAFT_EVENT_STEEPNESS_CLAMPED] = {"steepness_clamped",
        "crests too steep for smooth waves are lowered, at the steepest place to $p %",
        "amplitudes are scaled by $v at the steepest place"},
    [WAFT_EVENT_BREAKING] = {"breaking", "waves break, first those of train $i",
        "train $i begins to break; near x = $x m, z = $z m it loses most, $p % of its energy"},
    [WAFT_EVENT_SPRAY_FULL] = {"spray_full", "spray is left out where its capacity is used up",
        "$n drops are not thrown"},
    [WAFT_EVENT_EDIT_REFUSED] = {"edit_refused", "edit $i of the step cannot be applied",
        "edit $i of the step is refused"},
    [WAFT_EVENT_SMOKE_FAST] = {"smoke_fast",
        "smoke is too fast for its sub-steps and loses accuracy",
        "smoke crosses $v cells in a sub-step"},
    [WAFT_EVENT_SMOKE_UNBALANCED] = {"smoke_unbalanced",
        "a sealed region of the smoke takes in more air than it can hold",
        "a sealed region of the smoke gains $v m3/s"},
    [WAFT_EVENT_SMOKE_UNSOLVED] = {"smoke_unsolved",
        "the pressure of the smoke is solved less well than asked",
        "pressure stops at a relative residual of $v"},
    [WAFT_EVENT_SMOKE_DENSE] = {"smoke_dense", "the density of the smoke is out of all scale",
        "smoke is as dense as $v"},
    [WAFT_EVENT_SMOKE_SPEED] = {"smoke_speed", "the speed of the smoke is out of all scale",
        "smoke is as fast as $v m/s"},
    [WAFT_EVENT_BODY_QUARANTINED] = {"body_quarantined", "body $b is set aside: $c",
        "body $b is set aside: $c"},
    [WAFT_EVENT_BODY_STIFF] = {"body_stiff",
        "body $b moves too fast for the step and loses accuracy",
        "body $b would need steps of $v s"},
    [WAFT_EVENT_BODY_LANDED] = {"body_landed", "bodies land, first body $b",
        "body $b lands at $v m/s"},
    [WAFT_EVENT_BODY_ENTERED] = {"body_entered", "bodies meet the water, first body $b",
        "body $b meets the water and gives it $v N s"},
    [WAFT_EVENT_BODY_LEFT] = {"body_left", "bodies leave the water, first body $b",
        "body $b leaves the water"},
    [WAFT_EVENT_WATER_HALVED] = {"water_halved", "the water grew deep and takes shorter steps",
        "steps of the water are $v s from now on"},
    [WAFT_EVENT_WATER_STIFF] = {"water_stiff",
        "the water is too fast for its sub-steps and falls behind", "the water drops $v s"},
    [WAFT_EVENT_BODY_REYNOLDS] = {"body_reynolds",
        "body $b moves at a Reynolds number far from its wake's",
        "body $b has $v times the Reynolds number of its wake"},
    [WAFT_EVENT_LIQUID_UNSOLVED] = {"liquid_unsolved",
        "pressure of the liquid is not solved to its tolerance",
        "$i pressure solves of the liquid stop at $v"},
    [WAFT_EVENT_LIQUID_FAST] = {"liquid_fast",
        "the liquid is too fast for liquid.max_substeps and loses accuracy",
        "sub-steps of the liquid are $v times what they should be"},
    [WAFT_EVENT_LIQUID_CONTACTS] = {"liquid_contacts",
        "particles of the liquid have to be put back to walls",
        "$n particles are put back to walls"},
    [WAFT_EVENT_LIQUID_FULL] = {"liquid_full", "liquid.max_particles is reached: emitters wait",
        "no place for particles is left: emitters wait"},
    [WAFT_EVENT_LIQUID_SLOW_SOUND] = {"liquid_slow_sound",
        "the liquid moves faster than a quarter of its sound speed: raise liquid.sound_speed",
        "the liquid moves at $v of its sound speed"},
    [WAFT_EVENT_LIQUID_GUARDED] = {"liquid_guarded",
        "pressure of the liquid diverges at first and is solved with shorter steps",
        "$i pressure solves of the liquid take shorter steps"},
    [WAFT_EVENT_LIQUID_VISCOUS] = {"liquid_viscous",
        "viscosity of the liquid is not solved to its tolerance within 100 iterations",
        "viscosity of the liquid stops at a residual of $v"},
};

static const event_row* find_row(waft_event_kind kind) {
    const bool known = (unsigned)kind < WAFT_EVENT_COUNT && rows[kind].name != NULL;
    return known ? &rows[kind] : NULL;
}

const char* waft_event_name(waft_event_kind kind) {
    const event_row* row = find_row(kind);
    return row != NULL ? row->name : NULL;
}

static const char* cause_text(float value) {
    static const char* const causes[] = {
        [WAFT_CAUSE_NOT_FINITE] = "its state is no longer a number",
        [WAFT_CAUSE_SPEED] = "it would be faster than 1e4 m/s",
        [WAFT_CAUSE_SPIN] = "it would turn faster than 1e5 rad/s",
        [WAFT_CAUSE_PLACE] = "it would be farther than 1e7 m from the origin",
        [WAFT_CAUSE_PUSH] = "a push would make it faster than 1e4 m/s or 1e5 rad/s",
    };
    const bool known = value >= 0.0f && value < sizeof(causes) / sizeof(causes[0]);
    const char* cause = known ? causes[(int)value] : NULL;
    return cause != NULL ? cause : "it went out of bounds";
}

// What a letter after $ stands for, as text in `buffer` or elsewhere.
static const char* expand(const waft_event* event, char letter, char* buffer, size_t size) {
    const double value = (double)event->value;
    switch (letter) {
    case 'i':
        (void)snprintf(buffer, size, "%u", (unsigned)event->index);
        return buffer;
    case 'b':
        if (event->name != NULL && event->name[0] != '\0') {
            return event->name;
        }
        (void)snprintf(buffer, size, "%u", (unsigned)event->index);
        return buffer;
    case 'n':
        (void)snprintf(buffer, size, "%.0f", value);
        return buffer;
    case 'c':
        return cause_text(event->value);
    case 'x':
        return wafti_format_digits(buffer, (double)event->position.x, 4);
    case 'z':
        return wafti_format_digits(buffer, (double)event->position.z, 4);
    case 'p':
        return wafti_format_digits(buffer, 100.0 * value, 3);
    default:
        return wafti_format_digits(buffer, value, 3);
    }
}

static const char* fill_in(const waft_event* event, const char* text, char* out, size_t size) {
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; ++text) {
        char buffer[64];
        const char* piece = text;
        size_t count = 1;
        if (*text == '$') {
            piece = expand(event, *++text, buffer, sizeof(buffer));
            count = strlen(piece);
        }
        count = count < size - 1 - length ? count : size - 1 - length;
        memcpy(out + length, piece, count);
        length += count;
    }
    out[length] = '\0';
    return out;
}

static const char* tell(const waft_event* event, bool begins, char* out, size_t size) {
    if (event == NULL || out == NULL || size == 0) {
        return "";
    }
    const event_row* row = find_row(event->kind);
    const char* unknown = "this version of waft does not know what happened";
    return fill_in(event, row == NULL ? unknown : begins ? row->begins : row->tells, out, size);
}

const char* waft_event_summary(const waft_event* event, char* buffer, size_t buffer_size) {
    return tell(event, true, buffer, buffer_size);
}

const char* waft_event_sentence(const waft_event* event, char* buffer, size_t buffer_size) {
    return tell(event, false, buffer, buffer_size);
}
