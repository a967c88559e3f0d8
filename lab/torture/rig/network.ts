import { execFileSync, spawnSync } from 'node:child_process'
import { enterNamespace, isInstalled } from './processes.ts'

/** How one process reaches another: at an address of its own, so that the link can be cut without affecting the others. */
export interface Link {
  readonly host: string
  readonly port: number
  /** Packets vanish, as when a cable is pulled. Returns a function that mends it. */
  cut(): () => void
}

const MARK = 'TORTURE_OWN_NETWORK'

/** Why a separate network is not possible here; null if it is. */
export function missingForOwnNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'root'
  if (spawnSync('unshare', ['--net', 'true'], { stdio: 'ignore' }).status !== 0) return 'network namespaces (unshare --net)'
  return isInstalled('iptables') ? null : 'iptables'
}

/** Starts this program again in a separate network, which has nothing but loopback. */
export function enterOwnNetwork(): void {
  enterNamespace(['--net'], MARK)
  // Loopback is down in a new network.
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
}

/** `host`: an address of 127.0.0.0/8, used by this link only. */
export function createLink(host: string, port: number): Link {
  const rules = [
    ['INPUT', '-p', 'tcp', '-d', host, '--dport', String(port), '-j', 'DROP'],
    ['INPUT', '-p', 'tcp', '-s', host, '--sport', String(port), '-j', 'DROP'],
  ]
  return {
    host,
    port,
    cut() {
      for (const rule of rules) execFileSync('iptables', ['-I', ...rule])
      return () => {
        for (const rule of rules) execFileSync('iptables', ['-D', ...rule])
      }
    },
  }
}
