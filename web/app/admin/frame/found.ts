import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import type { IconName } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { formatPoint } from '../kit/words.ts'
import { listSettingTargets } from '../settings/themes.ts'
import { matchSearch } from '../settings/unit.ts'
import { ACTION_LINKS } from './actions.ts'
import { NAVIGATION, type NavigationPage, OWN_PAGES } from './navigation.ts'

/** What the palette offers: a page to go to, or something to do at once. */
export interface Offer {
  readonly label: string
  readonly group: string
  readonly icon: IconName
  run(): unknown
}

const PAGES = [...NAVIGATION, OWN_PAGES].flatMap(({ label, pages }) => pages.map((page) => ({ ...page, group: label })))
const ACTIONS = ACTION_LINKS.map((page) => ({ ...page, group: 'Action' }))
const SCHEMES = [
  { value: 'dark', label: 'Dark appearance', icon: 'moon' },
  { value: 'light', label: 'Light appearance', icon: 'sun' },
  { value: 'auto', label: 'Appearance of the system', icon: 'device' },
] as const
const TYPING_MS = 200
/** Shorter parts of addresses and places are in too many. */
const MIN_LENGTH = 3
const MAX_ROWS = 50
const MAX_FOUND = 6
const MAX_SETTINGS = 20

/** What a text finds: pages, actions, addresses, places, settings and variables; without a text, the pages. */
export function useOffers(text: string): readonly Offer[] {
  const { may, user } = useMe()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const search = text.trim()
  const [typed] = useDebouncedValue(search, TYPING_MS)
  const config = useAnswer('config', () => api.get('/api/admin/config'))
  const looked = typed.length < MIN_LENGTH || search === '' ? '' : typed
  const people = useAnswer(`palette: addresses ${looked}`, () => listAddresses(may('editor') ? looked : ''))
  const places = useAnswer(`palette: places ${looked}`, () => listPlaces(looked))
  const test = useAction(() => api.post('/api/admin/email/test', { body: { to: user.email } }), {
    done: `Test email queued for ${user.email}`,
  })

  const goTo = ({ to, label, icon, group }: NavigationPage & { readonly group: string }): Offer => ({
    label,
    icon,
    group,
    run: () => navigate(to),
  })
  const matching = (pages: readonly (NavigationPage & { readonly group: string })[]) =>
    pages
      .filter(({ label, group, words = '', needs = 'viewer' }) => may(needs) && matchSearch(search, `${label} ${group} ${words}`))
      .map(goTo)
  if (search === '') return matching(PAGES)
  return [
    ...matching(PAGES),
    ...matching(ACTIONS),
    ...SCHEMES.filter(({ label }) => matchSearch(search, `${label} mode theme colours`)).map(({ value, label, icon }) => ({
      label,
      icon,
      group: 'Action',
      run: () => setColorScheme(value),
    })),
    ...(may('editor') && matchSearch(search, `Send a test email to ${user.email} smtp`)
      ? [{ label: `Send a test email to ${user.email}`, icon: 'send' as const, group: 'Action', run: () => test.run() }]
      : []),
    ...(people.data ?? []).map((email) =>
      goTo({ to: `/admin/why?${new URLSearchParams({ email }).toString()}`, label: email, icon: 'person', group: 'Subscriber' }),
    ),
    ...(places.data ?? []).map(({ label, lat, lon }) =>
      goTo({ to: `/admin/why?lat=${lat}&lon=${lon}`, label, icon: 'pin', group: 'Place: who is notified' }),
    ),
    ...listSettings(config.data, search).map(({ to, label, group }) => goTo({ to, label, icon: 'settings', group })),
  ]
}

function listSettings(config: Parameters<typeof listSettingTargets>[0] | undefined, search: string) {
  if (config === undefined) return []
  const found = listSettingTargets(config).filter(({ text }) => matchSearch(search, text))
  // What is called so comes before what mentions it.
  const isNamed = ({ name, label }: (typeof found)[number]) => matchSearch(search, `${name} ${label}`)
  return [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))].slice(0, MAX_SETTINGS)
}

/** The addresses of subscribers that have this in them. */
async function listAddresses(part: string): Promise<string[]> {
  if (part === '') return []
  const { items } = await api.get('/api/admin/subscriptions', { query: { q: part, limit: MAX_ROWS } })
  const wanted = part.toLowerCase()
  return [...new Set(items.map(({ email }) => email).filter((email) => email.toLowerCase().includes(wanted)))].slice(0, MAX_FOUND)
}

/** Places that readers asked for: looking there costs no provider’s call. */
async function listPlaces(part: string) {
  if (part === '') return []
  const { items } = await api.get('/api/admin/locations', { query: { q: part, limit: MAX_FOUND } })
  return items.map(({ label, name, near, lat, lon }) => ({
    label: label ?? name ?? (near === null ? formatPoint(lat, lon) : `Near ${near}`),
    lat,
    lon,
  }))
}
