import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Where unpacked browsers are kept: in this checkout's own folder below `node_modules`, which git and other tools ignore and `npm ci` clears. If
 * that is read-only, in the user's cache folder, one for each checkout. Not in the folder for temporary files: others can write there.
 */
export function browserCaches(root = ROOT): readonly string[] {
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return [join(root, 'node_modules', '.cache', 'isobar'), join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'isobar', checkout)]
}
