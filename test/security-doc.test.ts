import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const ROOT = new URL('../', import.meta.url)
const DOC = readFileSync(new URL('docs/security.md', ROOT), 'utf8')
const PATH = /(?<![\w./-])(?:(?:src|test|web|docs|tools|lab)\/[\w./-]*\w\/?|\.[\w-]+\.cjs|[\w-]+\.(?:json|md))/g

/** Requirements of OWASP ASVS 5.0.0, level 2, that are met, and what shows it. Those that are not are in docs/security.md. */
const MET: Readonly<Record<string, string>> = {
  '1.1.1, 1.1.2': 'test/mails.test.ts, src/features/site/rendering/plain-page.test.ts',
  '1.2.1–1.2.3': 'src/features/site/cms/content.test.ts, src/features/site/rendering/routes.test.ts',
  '1.2.4': '.dependency-cruiser.cjs, src/platform/db/',
  '1.2.5': 'src/platform/db/',
  '1.2.9': 'src/platform/db/keyset.ts (containing)',
  '1.2.10': 'src/platform/http/bytes/csv.test.ts',
  '1.3.1': 'src/features/site/cms/content.test.ts',
  '1.3.2': 'the policy of pages: src/platform/http/server/security-headers.test.ts',
  '1.3.5, 1.3.7': 'src/features/mail/templates/link-rules.test.ts, src/features/mail/templates/hostile.thorough.test.ts',
  '1.3.6': 'only to public ones: src/platform/upstream/public-address.test.ts',
  '1.3.11': 'src/platform/mail/message.test.ts, src/platform/mail/address.test.ts',
  '1.5.2': 'src/platform/http/server/server-errors.test.ts',
  '2.1.1–2.1.3': 'docs/openapi.json, docs/configuration.md',
  '2.2.1–2.2.3': 'test/openapi.test.ts, src/platform/http/schema/declared-input.test.ts',
  '2.3.1–2.3.4': 'src/features/accounts/sign-in/links.test.ts, test/kill.e2e.test.ts, src/features/mail/templates/admin.test.ts',
  '2.4.1': 'src/platform/http/limits/rate-limit.test.ts',
  '3.2.1, 3.2.2': 'src/platform/http/server/security-headers.test.ts',
  '3.3.2, 3.3.4': 'src/features/accounts/sign-in/login.test.ts',
  '3.4.1': 'src/platform/http/server/security-headers.test.ts',
  '3.4.2': 'src/platform/http/server/cors.test.ts',
  '3.4.3–3.4.6': 'src/platform/http/server/security-headers.test.ts',
  '3.5.1–3.5.3': 'src/admin/access/guard.test.ts, test/admin-access.test.ts',
  '3.5.5': 'src/features/site/rendering/preview-frame.test.ts',
  '3.7.2': 'web/app/admin/auth/next.test.ts',
  '4.1.1': 'test/openapi.test.ts',
  '4.1.2': 'nothing is redirected to https',
  '4.1.3, 15.3.4': 'src/platform/http/server/client-ip.test.ts',
  '4.2.1': 'src/platform/http/server/server-raw.test.ts',
  '5.2.1, 5.3.2, 5.4.1, 5.4.2': 'src/features/mail/templates/admin.ts, src/platform/http/bytes/csv.test.ts',
  '6.1.1, 6.1.3, 6.3.1, 6.3.3': 'src/features/accounts/sign-in/login-limits.test.ts',
  '6.1.2, 6.2.11': 'src/features/accounts/users/guessable.test.ts',
  '6.2.1, 6.2.5–6.2.10': 'src/features/accounts/users/schemas.ts, web/app/admin/auth/password-field.tsx',
  '6.2.2, 6.2.3': 'src/features/accounts/sign-in/password-change.test.ts',
  '6.2.4': 'src/features/accounts/sign-in/new-password.test.ts, src/commands/admin.e2e.test.ts',
  '6.3.6 (level 3)':
    'src/features/accounts/sign-in/password-change.test.ts, src/features/accounts/sign-in/passkeys.test.ts, src/features/accounts/sign-in/totp.test.ts',
  '6.3.8 (level 3)': 'src/features/accounts/sign-in/login.test.ts, src/features/accounts/sign-in/resets.test.ts',
  '6.4.1': 'src/features/accounts/sign-in/invitations.test.ts',
  '6.4.2': 'no secret questions',
  '6.4.3': 'src/features/accounts/sign-in/resets.test.ts, src/features/accounts/sign-in/totp.test.ts',
  '6.4.4': 'recovery codes, or src/commands/admin.e2e.test.ts',
  '6.5.1–6.5.5': 'but for 6.5.5: src/features/accounts/sign-in/totp.test.ts; a code is accepted one step before and after its own',
  '7.1.1, 7.1.2, 7.3.1, 7.3.2': 'src/features/accounts/sign-in/session.test.ts',
  '7.2.1–7.2.4': 'src/features/accounts/sign-in/login.test.ts',
  '7.4.1–7.4.4': 'src/features/accounts/sign-in/session.test.ts, src/features/accounts/sign-in/password-change.test.ts',
  '7.4.5': 'by disabling the user: src/features/accounts/users/users.test.ts',
  '8.1.1, 8.1.2, 8.2.1–8.2.3, 8.3.1': 'test/admin-access.test.ts, src/features/mail/templates/admin.test.ts',
  '10.1.1, 10.1.2, 10.2.1': 'src/features/site/ad-program/ (tests beside)',
  '11.1.1, 11.1.2': 'docs/security.md',
  '11.2.1–11.2.3, 11.3.1–11.3.3, 11.4.1–11.4.3': 'src/platform/secrets/sealing.test.ts, src/platform/secrets/passwords.test.ts',
  '12.3.1–12.3.4': 'src/config/variables/, src/platform/upstream/client.test.ts',
  '13.1.1': 'docs/configuration.md',
  '13.2.2, 13.2.3': 'src/platform/db/; keys have no default',
  '13.2.4, 13.2.5': 'src/platform/upstream/client.test.ts',
  '13.4.1–13.4.5':
    'src/features/site/rendering/routes.test.ts, src/platform/http/server/server-errors.test.ts, src/features/operations/health/',
  '14.1.1, 14.1.2, 14.2.4': 'test/table-bounds.test.ts, src/features/subscribers/privacy/',
  '14.2.2, 14.3.2': 'src/features/accounts/sign-in/login.test.ts',
  '14.2.3': 'test/e2e/ads.test.ts',
  '14.3.3': 'test/e2e/offline.test.ts',
  '15.1.1, 15.2.1': 'SECURITY.md',
  '15.1.2': 'test/sbom.thorough.test.ts',
  '15.1.3, 15.2.2': 'src/features/mail/templates/hostile.thorough.test.ts, src/platform/http/server/overload.test.ts',
  '15.2.3': 'test/architecture.thorough.test.ts',
  '15.3.1, 15.3.3': 'test/openapi.test.ts',
  '15.3.2': 'src/platform/upstream/client.test.ts',
  '15.3.5–15.3.7': 'tsconfig.json, src/platform/http/schema/declared-input.test.ts, src/platform/http/server/server-errors.test.ts',
  '16.1.1, 16.2.1–16.2.5': 'src/platform/log.test.ts, test/secrets.thorough.test.ts',
  '16.3.1': 'src/features/accounts/sign-in/proof.test.ts',
  '16.3.4': 'src/platform/http/server/server-errors.test.ts',
  '16.4.1': 'JSON: src/platform/log.test.ts',
  '16.5.1–16.5.3': 'src/platform/http/server/failure-reply.test.ts, src/platform/upstream/breaker.test.ts, test/database-away.test.ts',
}

it('every proof exists', () => {
  const inDoc = [...DOC.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => text.match(PATH) ?? [])
  const ofMet = Object.values(MET).flatMap((text) => text.match(PATH) ?? [])
  assert.ok(inDoc.length > 10 && ofMet.length > 60, `${inDoc.length}, ${ofMet.length}`)
  assert.deepEqual(
    [...inDoc, ...ofMet].filter((path) => !existsSync(new URL(path, ROOT))),
    [],
  )
})

it('every requirement in docs/security.md has a verdict, and none is met', () => {
  const rows =
    DOC.split('## ASVS')[1]
      ?.split('\n')
      .filter((line) => /^\| \d/.test(line)) ?? []
  assert.ok(rows.length > 10, `${rows.length} rows`)
  for (const row of rows) assert.match(row, /\| (?:operator's|\*\*not met\*\*|\*\*partly\*\*)/, row)
  const open = rows.map((row) => /^\| ([\d.]+)/.exec(row)?.[1] ?? row)
  assert.deepEqual(
    open.filter((number) => Object.keys(MET).some((each) => each.split(', ').includes(number))),
    [],
  )
})
