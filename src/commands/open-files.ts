import { readFileSync } from 'node:fs'

/** Files, sockets to the database and to providers that a process has open besides its clients’ connections. */
const OWN_FILES = 200

/** Why a process may not open as many connections as it is to have; null: it may, or the system does not say. */
export function findOpenFilesNotice(connections: number, limits: string = readLimits()): string | null {
  const [, limit] = /^Max open files\s+(\d+)\s/m.exec(limits) ?? []
  if (limit === undefined || Number(limit) >= connections + OWN_FILES) return null
  return `A process may open ${limit} files, too few for ${connections} connections: raise the limit (ulimit -n), or lower MAX_CONNECTIONS`
}

/** Linux tells; elsewhere the text is empty. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
