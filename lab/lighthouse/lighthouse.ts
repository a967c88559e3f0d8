import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from '../npm-packages.ts'

const VERSION = '13.5.0'
/** `npm ci` clears it. */
const FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', `isobar-lighthouse-${VERSION}`)

/** The part of a report that is used here; a score is of 0 to 1, null where none applies. */
export interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>
  readonly audits: Readonly<Record<string, Audit | undefined>>
}

export interface Audit {
  readonly id: string
  readonly title: string
  readonly score: number | null
  readonly scoreDisplayMode: string
  readonly displayValue?: string
  readonly numericValue?: number
  readonly details?: unknown
}

/** Loads Lighthouse, which is installed at the first use: with what it needs it is an eighth of all packages, 148 MB. */
export async function loadLighthouse(): Promise<(url: string, flags: object) => Promise<{ readonly lhr: Report } | undefined>> {
  if (!existsSync(join(FOLDER, 'node_modules', 'lighthouse'))) await installPackages(FOLDER, [`lighthouse@${VERSION}`])
  const path = createRequire(join(FOLDER, 'package.json')).resolve('lighthouse')
  return ((await import(pathToFileURL(path).href)) as { default: Awaited<ReturnType<typeof loadLighthouse>> }).default
}
