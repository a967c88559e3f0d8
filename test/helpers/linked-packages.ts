import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const INSTALLED = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** Links what npm installed into a copy of the project; its own packages are those of the copy, where tests change them. */
export function linkPackages(copy: string): void {
  const into = join(copy, 'node_modules')
  mkdirSync(join(into, '@isobar'), { recursive: true })
  for (const name of readdirSync(INSTALLED)) if (name !== '@isobar') symlinkSync(join(INSTALLED, name), join(into, name))
  for (const name of readdirSync(join(copy, 'packages'))) symlinkSync(join(copy, 'packages', name), join(into, '@isobar', name))
}
