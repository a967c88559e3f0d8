import { Button, Group, PasswordInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useRevalidator } from 'react-router'
import { api } from '../../../api/browser.ts'
import { useAction, useAnswer } from '../../kit/api.tsx'
import { Facts, Soft } from '../../kit/display.tsx'
import { useApiForm } from '../../kit/form.ts'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { buildAdminMeta } from '../../kit/meta.ts'
import { FailureNote } from '../../kit/notes.tsx'
import { Page, Panel } from '../../kit/page.tsx'
import { formatIdentifier } from '../../kit/words.ts'
import { OFFICE_ZONE, storeOfficeZone, ZONES } from '../../kit/zone.ts'
import type { User } from '../../lists/users/role-field.tsx'
import { getPageLanguage } from '../entry-card.tsx'
import { NewPasswordField, findPasswordProblem } from '../password-field.tsx'
import { PasskeysPanel } from './passkeys.tsx'
import { SecondFactorPanel } from './second-factor.tsx'
import { collectSecondFactor } from './webauthn.ts'

export const meta = buildAdminMeta('Account')

/** The user's own account. */
export default function Account() {
  const { user } = useMe()
  // The session does not say whether there is a second factor; the list of users does.
  const account = useAnswer(user.id, async () => {
    const { items } = await api.get('/api/admin/users', { query: { q: user.email } })
    return items.find(({ id }) => id === user.id) ?? null
  })
  return (
    <Page title="Account" description="Your profile and how you sign in.">
      <FailureNote failure={account.failure} onRetry={account.reload} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <ProfilePanel account={account.data ?? null} onChanged={account.reload} />
        <PasswordPanel hasTotp={account.data?.totp === true} hasPasskeys={(account.data?.passkeys ?? 0) > 0} />
      </SimpleGrid>
      <ZonePanel />
      <PasskeysPanel onChanged={account.reload} />
      <SecondFactorPanel isOn={account.data?.totp} onChanged={account.reload} />
    </Page>
  )
}

/** The zone of all times in the back office, stored in this browser. */
function ZonePanel() {
  return (
    <Panel title="Time zone" description="Of all times in the back office, in this browser. Days of counts are UTC, whatever is chosen.">
      <Select
        aria-label="Time zone"
        searchable
        limit={60}
        maw="22rem"
        allowDeselect={false}
        data={[...ZONES]}
        value={OFFICE_ZONE}
        onChange={(zone) => {
          if (zone === null || zone === OFFICE_ZONE) return
          storeOfficeZone(zone)
          location.reload()
        }}
      />
    </Panel>
  )
}

/** Name, address and role, which only owners can change. */
function ProfilePanel({ account, onChanged }: { readonly account: User | null; onChanged(): unknown }) {
  const { user, may } = useMe()
  return (
    <Panel title="Profile">
      <Stack>
        <Facts facts={{ Email: user.email, Role: formatIdentifier(user.role), ...(!may('owner') && { Name: user.displayName }) }} />
        {may('owner') && account !== null ? (
          <NameForm account={account} onChanged={onChanged} />
        ) : (
          <Soft>An owner can change your name and role.</Soft>
        )}
      </Stack>
    </Panel>
  )
}

function NameForm({ account: { id, displayName: saved, version }, onChanged }: { readonly account: User; onChanged(): unknown }) {
  const { revalidate } = useRevalidator()
  const { form, field, isBusy, onSubmit } = useApiForm(
    { initialValues: { displayName: saved } },
    ({ displayName }) => api.patch('/api/admin/users/{id}', { path: { id }, body: { displayName: displayName.trim(), version } }),
    { done: 'Name saved', onDone: () => Promise.all([onChanged(), revalidate()]), reload: onChanged },
  )
  const name = form.values.displayName.trim()
  return (
    <form onSubmit={onSubmit}>
      <Group align="flex-end">
        <TextInput label="Name" required maxLength={100} flex={1} {...field('displayName')} />
        <Button type="submit" loading={isBusy} disabled={name === saved || name === ''}>
          Save name
        </Button>
      </Group>
    </form>
  )
}

const EMPTY = { currentPassword: '', newPassword: '', totp: '' }

/** Changes one's own password, given the current one; a forgotten one is reset by a mailed link. */
function PasswordPanel({ hasTotp, hasPasskeys }: { readonly hasTotp: boolean; readonly hasPasskeys: boolean }) {
  const { user } = useMe()
  const { form, field, failure, isBusy, onSubmit } = useApiForm(
    { initialValues: EMPTY, validate: { newPassword: findPasswordProblem } },
    async ({ totp, ...passwords }) => {
      const factor = await collectSecondFactor(totp, hasPasskeys)
      return api.post('/api/auth/password', { body: { ...passwords, ...factor, lang: getPageLanguage() } })
    },
    { done: 'Your password was changed. You have been signed out everywhere else.', isQuiet: true, onDone: (): void => form.reset() },
  )
  const ask = useAction(() => api.post('/api/auth/forgot-password', { body: { email: user.email, lang: getPageLanguage() } }), {
    done: `We sent a link to ${user.email}`,
  })
  return (
    <Panel title="Password">
      <form onSubmit={onSubmit}>
        <Stack>
          <Soft>Changing your password signs you out everywhere else. We confirm it by email to {user.email}.</Soft>
          <FailureNote failure={failure} />
          <PasswordInput label="Current password" autoComplete="current-password" required {...field('currentPassword')} />
          <NewPasswordField {...field('newPassword')} />
          {hasTotp || hasPasskeys ? (
            <TextInput
              label={hasTotp ? 'Two-factor code' : 'Recovery code'}
              description={hasPasskeys ? 'Leave it empty to confirm with a passkey instead' : undefined}
              autoComplete="one-time-code"
              required={!hasPasskeys}
              {...field('totp')}
            />
          ) : null}
          <Group>
            <Button type="submit" loading={isBusy} leftSection={<Icon name="key" />}>
              Change password
            </Button>
            <Button variant="default" loading={ask.isBusy} onClick={() => void ask.run()}>
              Email me a reset link
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
