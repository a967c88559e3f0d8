import { existsSync, readdirSync, readFileSync } from 'node:fs'

const SAMPLES = new URL('../../../../../../shared/upstream-samples/', import.meta.url)

/** The reason to skip a test of recorded messages; false if they are available. */
export const withoutSamples: string | false = existsSync(SAMPLES) ? false : 'NOT RUN: the recorded warnings are not here'

/** The bytes of a recording such as `cap/eccc/….xml`. */
export function readSampleFile(path: string): Buffer {
  return readFileSync(new URL(path, SAMPLES))
}

/** The names of the recordings in a folder. */
export function listSampleNames(folder: string): string[] {
  return withoutSamples === false ? readdirSync(new URL(`${folder}/`, SAMPLES)) : []
}
