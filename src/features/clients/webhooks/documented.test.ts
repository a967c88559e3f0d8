import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../../../../test/helpers/until.ts'
import { generateWebhookSecret, buildSignedHeaders } from './signing.ts'

const ROOT = new URL('../../../../', import.meta.url)
const secret = generateWebhookSecret()
const body = JSON.stringify({ type: 'webhook.test', timestamp: '2026-11-20T06:20:00.000Z', data: { place: { name: 'Müggelsee' } } })
const headers = () => buildSignedHeaders('019ac0de-7a52-7f2a-8c8e-9a550f5b1c8d', body, [generateWebhookSecret(), secret], Date.now())

/** The first block of a language in docs/deliveries.md that contains the text. */
async function codeIn(language: string, text: string): Promise<string> {
  const doc = await readFile(new URL('docs/deliveries.md', ROOT), 'utf8')
  const blocks = [...doc.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
  const found = blocks.find((code) => code.includes(text))
  assert.ok(found, `no ${language} with ${text}`)
  return found
}

describe('the code of docs/deliveries.md', () => {
  let folder = ''
  before(async () => {
    // Beside node_modules, which the receiver imports from.
    folder = await mkdtemp(fileURLToPath(new URL('node_modules/.webhooks-', ROOT)))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('receives a message in JavaScript, once, and refuses one that was changed', async (t) => {
    await writeFile(`${folder}/receiver.mjs`, await codeIn('js', 'createServer'))
    const port = await freePort()
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) }
    const child = spawn(process.execPath, [`${folder}/receiver.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill())
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    const post = async (text: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: text, headers: headers() })).status
    await until('it listens', async () => (await post('').catch(() => 0)) === 401)
    assert.deepEqual([await post(body), await post(body), await post(body.replace('test', 'best'))], [204, 204, 401])
    await until('it has written', () => output !== '')
    assert.equal(output, 'webhook.test Müggelsee\n')
  })

  const python = spawnSync('python3', ['--version']).status === 0
  it('verifies in Python', { skip: python ? false : 'python3 is not here' }, async () => {
    const verify = await codeIn('python', 'def verify')
    const check = `
import json, sys
given = json.load(sys.stdin)
print(verify(given["secret"], given["headers"], given["body"].encode()), verify(given["secret"], given["headers"], b"{}"))`
    await writeFile(`${folder}/verify.py`, verify + check)
    const { stdout, stderr } = spawnSync('python3', [`${folder}/verify.py`], {
      input: JSON.stringify({ secret, headers: headers(), body }),
    })
    assert.equal(String(stdout), 'True False\n', String(stderr))
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
