import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/listen.ts'
import { closedAtEnd } from './ending.ts'
import { until } from './until.ts'

/** Debian's package dovecot-imapd. */
export const DOVECOT = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => existsSync(path))
export const PASSWORD = 'correct-horse'
/** Dovecot gives no mail to root. */
const NOBODY = 65_534

/** A real IMAP server with one mailbox, without TLS, on loopback. */
export async function startDovecot() {
  const directory = await mkdtemp(join(tmpdir(), 'dovecot-'))
  const isRoot = process.getuid?.() === 0
  const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const own = async (path: string): Promise<void> => (isRoot ? chown(path, uid, gid) : undefined)
  const folders = ['run', 'state', 'Maildir', 'Maildir/new', 'Maildir/cur', 'Maildir/tmp'].map((name) => join(directory, name))
  for (const folder of folders) await mkdir(folder)
  for (const path of [directory, ...folders]) await own(path)
  await chmod(directory, 0o755)
  const port = await freePort()
  const user = isRoot ? 'nobody' : String(uid)
  const group = isRoot ? 'nogroup' : String(gid)
  const config = `
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
auth_failure_delay = 0
mail_location = maildir:${directory}/Maildir
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${directory}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
# No longer wait after each refused login: what follows must not take longer on a busy machine than it may.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
`
  const file = join(directory, 'dovecot.conf')
  await writeFile(file, config)
  const server: ChildProcess = spawn(DOVECOT ?? '', ['-F', '-c', file], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) })
  const close = closedAtEnd(async () => {
    const ended = server.exitCode === null ? new Promise((resolve) => server.once('exit', resolve)) : null
    server.kill('SIGTERM')
    await ended
    await rm(directory, { recursive: true, force: true })
  })
  await until('Dovecot listens', () => isOpen(port))
  let count = 0
  return {
    port,
    /** Puts a mail into the mailbox, with CRLF line ends. */
    async deliver(mail: string | Uint8Array): Promise<void> {
      count += 1
      const path = join(directory, 'Maildir/new', `${Math.floor(Date.now() / 1_000)}.M${String(count).padStart(6, '0')}.test`)
      await writeFile(path, mail)
      await own(path)
    },
    close,
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.unref()
    setTimeout(() => socket.destroy(), 500).unref()
  })
}
