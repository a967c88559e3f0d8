import { DAY_MS, type OfficialWarning, type WarningArea } from '@isobar/weather'
import { identifyArea } from './area.ts'
import { type CapRules, type Draft, toWarning } from './draft.ts'
import { continueRuns, computeOverlapMs, type Period, computeShortHash } from './keys.ts'
import { findParameter } from './level.ts'
import type { Run } from './memory.ts'

/** What a sender says about one area. */
interface Piece extends Period {
  readonly draft: Draft
  readonly area: WarningArea
}

/**
 * The warnings of senders that issue a message for each day, level or batch, under new identifiers and with changing sets of areas
 * (Météo-France, the Finnish institute): one warning per area and type, over adjoining days of the same level. If two messages cover the
 * same time, the later one counts; `superseded` is the number of pieces dropped for that.
 */
export function buildContentWarnings(drafts: readonly Draft[], former: readonly Run[], rules: CapRules) {
  const pieces = drafts.flatMap(piecesOf)
  const spoken = [...Map.groupBy(pieces, ({ subject }) => subject).values()].flatMap(latest)
  const merged = [...Map.groupBy(spoken, ({ subject }) => subject).values()].flatMap(joinedDays)
  const runs = continueRuns(
    merged.map(({ subject, startMs, endMs }) => ({ subject, startMs, endMs })),
    former,
  )
  const warnings = merged.map(({ draft, area, startMs, endMs }, index): OfficialWarning => {
    const key = runs[index]?.key as string
    return toWarning(draft, key, rules, { areas: [area], startMs, endMs: draft.endMs === null ? null : endMs })
  })
  return { warnings, runs, superseded: pieces.length - spoken.length }
}

function piecesOf(draft: Draft): Piece[] {
  const [first] = draft.infos
  const type = findParameter(first.parameters, 'awareness_type')?.split(';')[0] ?? first.event
  const lastMs = draft.endMs ?? draft.expiresMs ?? 0
  const endMs = lastMs > draft.startMs ? lastMs : draft.startMs + DAY_MS
  return draft.areas.flatMap(singleAreas).map((area) => ({
    subject: computeShortHash([draft.message.sender, type.trim(), identifyArea(area)]),
    startMs: draft.startMs,
    endMs,
    draft,
    area,
  }))
}

/**
 * Splits an area that is a list of codes, since the list changes from message to message. Codes of several registers name one area twice.
 */
function singleAreas(area: WarningArea): WarningArea[] {
  const { codes, polygons, circles } = area
  const isList = polygons.length + circles.length === 0 && new Set(codes.map(({ scheme }) => scheme)).size === 1
  return isList ? codes.map((code) => ({ ...area, codes: [code] })) : [area]
}

function latest(pieces: readonly Piece[]): Piece[] {
  const latestPieces: Piece[] = []
  for (const piece of pieces.toSorted((a, b) => b.draft.message.sentMs - a.draft.message.sentMs))
    if (!latestPieces.some((other) => computeOverlapMs(piece, other) > 0)) latestPieces.push(piece)
  return latestPieces
}

/** Joins consecutive days of the same level. The text is that of the first day, which comes next. */
function joinedDays(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1)
    const isSame =
      last !== undefined && computeOverlapMs(last, piece) >= 0 && last.draft.level?.level.name === piece.draft.level?.level.name
    if (isSame) joined.splice(-1, 1, { ...last, endMs: Math.max(last.endMs, piece.endMs) })
    else joined.push(piece)
  }
  return joined
}
