import { execFileSync, spawnSync } from 'node:child_process'

/** How a link fails: packets vanish, as when a cable is pulled, or whoever connects is refused, as when a host is up without its service. */
export type Failure = 'drop' | 'refuse'

/** What one process reaches another by: an address of its own, so that it can be cut without touching the others. */
export interface Link {
  readonly host: string
  readonly port: number
  /** Returns what mends it. */
  cut(how: Failure): () => void
}

const MARK = 'TORTURE_OWN_NETWORK'

/** Has this program a network to itself, in which it may cut what it likes? */
export const hasOwnNetwork = (): boolean => process.env[MARK] === '1'

/** Why there cannot be a network of one's own here; null where there can. */
export function missingForOwnNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status !== 0) return 'network namespaces (unshare --net)'
  return spawnSync('iptables', ['--version'], { stdio: 'ignore' }).status === 0 ? null : 'iptables'
}

/** Starts this very program again in a network of its own, which has nothing but loopback. Ends with the status of the other one. */
export function enterOwnNetwork(): void {
  if (hasOwnNetwork()) return
  const { status } = spawnSync('unshare', ['--net', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  })
  process.exit(status ?? 1)
}

/** Loopback is down in a new network. */
export function raiseLoopback(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
}

/** `host`: an address of 127.0.0.0/8, given to this link alone. */
export function createLink(host: string, port: number): Link {
  const there = ['INPUT', '-p', 'tcp', '-d', host, '--dport', String(port)]
  const back = ['INPUT', '-p', 'tcp', '-s', host, '--sport', String(port)]
  return {
    host,
    port,
    cut(how) {
      const rules =
        how === 'drop' ? [there, back].map((rule) => [...rule, '-j', 'DROP']) : [[...there, '-j', 'REJECT', '--reject-with', 'tcp-reset']]
      for (const rule of rules) execFileSync('iptables', ['-I', ...rule])
      return () => {
        for (const rule of rules) execFileSync('iptables', ['-D', ...rule])
      }
    },
  }
}
