import { PROVIDERS } from '../index.ts'
import { toVariableName } from '../settings.ts'

/** The variables that send all providers' calls to one address, such as that of the simulator. */
export function buildBaseUrls(url: string): Record<string, string> {
  const names = PROVIDERS.flatMap(({ id, settings }) =>
    Object.entries(settings).flatMap(([name, { kind }]) => (kind === 'url' ? toVariableName(id, name) : [])),
  )
  return Object.fromEntries(names.map((name) => [name, url]))
}
