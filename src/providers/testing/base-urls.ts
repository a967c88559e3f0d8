import { PROVIDERS } from '../index.ts'
import { variableName } from '../settings.ts'

/** The variables that send all providers' calls to one address, such as that of the simulator. */
export function baseUrlsAt(url: string): Record<string, string> {
  const names = PROVIDERS.flatMap(({ id, settings }) =>
    Object.entries(settings).flatMap(([name, { kind }]) => (kind === 'url' ? variableName(id, name) : [])),
  )
  return Object.fromEntries(names.map((name) => [name, url]))
}
