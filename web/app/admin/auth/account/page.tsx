import { SimpleGrid } from '@mantine/core'
import { api } from '../../../api/browser.ts'
import { useAnswer } from '../../kit/answer.ts'
import { FailureNote } from '../../kit/failure.tsx'
import { useMe } from '../../kit/me.ts'
import { Page } from '../../kit/page.tsx'
import { titled } from '../../kit/title.ts'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

export const meta = titled('Account')

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
      {account.failure === undefined ? null : <FailureNote failure={account.failure} onRetry={account.reload} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <ProfilePanel account={account.data ?? null} onChanged={account.reload} />
        <PasswordPanel hasTotp={account.data?.totp === true} />
      </SimpleGrid>
      <SecondFactorPanel isOn={account.data?.totp} onChanged={account.reload} />
    </Page>
  )
}
