import { execFileSync, spawnSync } from 'node:child_process'

/** How a link fails: packets vanish, as when a cable is pulled, or connections are refused, as when a host is up without its service. */
export type Failure = 'drop' | 'refuse'

/** How one process reaches another: at an address of its own, so that the link can be cut without affecting the others. */
export interface Link {
  readonly host: string
  readonly port: number
  /** Returns a function that mends it. */
  cut(how: Failure): () => void
}

const MARK = 'TORTURE_OWN_NETWORK'

/** Whether this program runs in a network of its own, in which it may cut anything. */
export const hasOwnNetwork = (): boolean => process.env[MARK] === '1'

/** Why a separate network is not possible here; null if it is. */
export function missingForOwnNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status !== 0) return 'network namespaces (unshare --net)'
  return spawnSync('iptables', ['--version'], { stdio: 'ignore' }).status === 0 ? null : 'iptables'
}

/** Starts this program again in a separate network, which has nothing but loopback. Exits with the status of that process. */
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

/** `host`: an address of 127.0.0.0/8, used by this link only. */
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
