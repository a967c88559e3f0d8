import { existsSync, readdirSync, readFileSync } from 'node:fs'

const SAMPLES = new URL('../../../../shared/upstream-samples/', import.meta.url)

/** The folder of recorded answers beside the repository; null if there is none. */
export const samplesDir: string | null = existsSync(SAMPLES) ? SAMPLES.pathname : null

export const WITHOUT_SAMPLES = 'NOT RUN: there is no folder of recorded answers beside the repository (../shared/upstream-samples)'

/** The bodies of a provider's recorded JSON answers whose names match; hand-written ones are no evidence and are left out. */
export function recorded(provider: string, names: RegExp): { name: string; body: unknown }[] {
  return readdirSync(new URL(`${provider}/`, SAMPLES))
    .filter((name) => names.test(name) && name.endsWith('.json') && !name.includes('HANDWRITTEN'))
    .map((name) => ({ name, body: JSON.parse(readFileSync(new URL(`${provider}/${name}`, SAMPLES), 'utf8')) as unknown }))
}
