/**
 * Value noise on an integer lattice in three dimensions. The globe is a sphere inside that lattice, so the field has no seam at
 * the antimeridian and no pinch at the poles; moving the sphere through the lattice makes the field change with time.
 */

/** A hash of whole numbers, 32 bits, unsigned. */
export function hash32(a: number, b: number, c: number, seed: number): number {
  let h = Math.imul(a, 0x27d4eb2d) ^ Math.imul(b, 0x165667b1) ^ Math.imul(c, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A stable number in [0, 1) for a key of whole numbers. */
export function chance(a: number, b: number, c: number, seed: number): number {
  return hash32(a, b, c, seed) / 4294967296
}

function lattice(a: number, b: number, c: number, seed: number): number {
  return hash32(a, b, c, seed) / 2147483648 - 1
}

/** Value and gradient of a noise field: `[value, d/dx, d/dy, d/dz]`. */
export type Gradient = Float64Array

/** Noise in [-1, 1], once differentiable. Writes the gradient into `out` when given. */
export function noise(x: number, y: number, z: number, seed: number, out?: Gradient): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  const fx = x - ix
  const fy = y - iy
  const fz = z - iz
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const w = fz * fz * fz * (fz * (fz * 6 - 15) + 10)
  const a = lattice(ix, iy, iz, seed)
  const b = lattice(ix + 1, iy, iz, seed)
  const c = lattice(ix, iy + 1, iz, seed)
  const d = lattice(ix + 1, iy + 1, iz, seed)
  const e = lattice(ix, iy, iz + 1, seed)
  const f = lattice(ix + 1, iy, iz + 1, seed)
  const g = lattice(ix, iy + 1, iz + 1, seed)
  const h = lattice(ix + 1, iy + 1, iz + 1, seed)
  const ab = a + u * (b - a)
  const cd = c + u * (d - c)
  const ef = e + u * (f - e)
  const gh = g + u * (h - g)
  const near = ab + v * (cd - ab)
  const far = ef + v * (gh - ef)
  const value = near + w * (far - near)
  if (out !== undefined) {
    const nearDx = b - a + v * (d - c - b + a)
    const farDx = f - e + v * (h - g - f + e)
    out[0] = value
    out[1] = slope(fx) * (nearDx + w * (farDx - nearDx))
    out[2] = slope(fy) * (cd - ab + w * (gh - ef - cd + ab))
    out[3] = slope(fz) * (far - near)
  }
  return value
}

function slope(t: number): number {
  return 30 * t * t * (t * (t - 2) + 1)
}
