import { AREA_CODE_SCHEMES, type AreaCode } from '../../../domain/official-warning.ts'
import type { StoredArea } from './stored-warning.ts'

/** Where an area is: the numbers of its shapes, and those of its codes that the register lacks. */
export interface Located {
  /** Empty: not located. */
  readonly shapes: readonly number[]
  readonly unknown: readonly AreaCode[]
}

/**
 * Locates an area by its own geometry, or else by its codes. Codes of different schemes name the same area, so only the first scheme with
 * any code in the register counts; codes of one scheme are parts of the area. `regions`: the register's shapes by `codeText`.
 */
export function locate(
  { shape, codes }: StoredArea,
  shapeOf: (hash: string) => number | undefined,
  regions: ReadonlyMap<string, number>,
): Located {
  const own = shape === null ? undefined : shapeOf(shape)
  if (own !== undefined) return { shapes: [own], unknown: [] }
  const schemes = [...new Set(codes.map(({ scheme }) => scheme))].toSorted((a, b) => rankOf(a) - rankOf(b))
  for (const scheme of schemes) {
    const parts = codes.filter((code) => code.scheme === scheme)
    const shapes = parts.flatMap((code) => regions.get(codeText(code)) ?? [])
    if (shapes.length > 0) return { shapes: [...new Set(shapes)], unknown: parts.filter((code) => !regions.has(codeText(code))) }
  }
  return { shapes: [], unknown: codes }
}

/** Known schemes first, in their order. */
function rankOf(scheme: string): number {
  const rank = AREA_CODE_SCHEMES.findIndex((each) => each === scheme)
  return rank < 0 ? AREA_CODE_SCHEMES.length : rank
}

/** A code as text, to use as a map key. */
export const codeText = ({ scheme, code }: AreaCode): string => `${scheme} ${code}`
