# SPDX-License-Identifier: MIT
"""Bakes a plume past a sphere in Blender; run by smoke.py as
blender -b --factory-startup --python blender_smoke.py -- CELLS FRAMES DIRECTORY NOISE
NOISE is how many times finer the wavelet noise is; 1 is none."""
import os
import sys
import time

import bpy

cells, frames, directory, noise = int(sys.argv[-4]), int(sys.argv[-3]), sys.argv[-2], int(sys.argv[-1])

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.frame_start, scene.frame_end = 1, frames


def sphere(radius, height):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=(0.5, 0.5, height))
    return bpy.context.object


source = sphere(0.1, 0.15)
obstacle = sphere(0.15, 0.55)
bpy.ops.mesh.primitive_cube_add(size=1, location=(0.5, 0.5, 0.5))
domain = bpy.context.object

# Modifiers come last: Blender evaluates a domain as soon as there is one.
flow = source.modifiers.new("fluid", "FLUID")
flow.fluid_type = "FLOW"
flow.flow_settings.flow_type = "SMOKE"
flow.flow_settings.flow_behavior = "INFLOW"
obstacle.modifiers.new("fluid", "FLUID").fluid_type = "EFFECTOR"
fluid = domain.modifiers.new("fluid", "FLUID")
fluid.fluid_type = "DOMAIN"
settings = fluid.domain_settings
settings.domain_type = "GAS"
settings.resolution_max = cells
settings.use_adaptive_timesteps = False  # one step a frame
settings.use_adaptive_domain = False
settings.use_noise = noise > 1
settings.noise_scale = max(noise, 2)
settings.use_collision_border_top = False
settings.openvdb_data_depth = "32"  # full floats, as waft writes them
settings.cache_type = "ALL"
settings.cache_directory = directory
settings.cache_frame_start, settings.cache_frame_end = 1, frames
bpy.context.view_layer.objects.active = domain

wall, cpu = time.time(), time.process_time()
bpy.ops.fluid.bake_all()
wall, cpu = time.time() - wall, time.process_time() - cpu
size = sum(os.path.getsize(os.path.join(root, name))
           for root, _, names in os.walk(directory) for name in names)
print(f"BAKED wall {wall / frames:.6f} cpu {cpu / frames:.6f} bytes {size / frames:.0f}")
