import { Button, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/api.tsx'
import { useApiForm } from '../kit/form.ts'
import { useMe } from '../kit/me.ts'
import { Answered, FormFailure, Note } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import type { Config } from '../settings/unit.ts'

/** Where pages show ads. */
const SLOTS = [
  ['adSlotHero', 'Front page, below the map', 'Placement hero'],
  ['adSlotDashboard', 'Front page, below the saved places', 'Placement dashboard'],
  ['adSlotCityDetail', 'Page of a place', 'Placement city-detail'],
  ['adSlotRecentChecks', 'Popular places', 'Placement recent-checks: for API clients, the site shows no ad there'],
] as const
const TEXTS = ['adClientId', ...SLOTS.map(([name]) => name)] as const

/** The publisher and the slots of the site's placements. They are settings: pages, API and ads.txt follow at once. */
export function PlacementsPanel() {
  const asked = useAnswer('ad settings', () => api.get('/api/admin/config'))
  return (
    <Panel
      title="Placements"
      description="Pages load the ad script after the visitor consents, and show an ad wherever a slot is set. Changes take effect at once."
    >
      <Answered of={asked} height={320}>
        {(config) => <PlacementsForm key={config.version} config={config} reload={asked.reload} set={asked.set} />}
      </Answered>
    </Panel>
  )
}

interface FormProps {
  readonly config: Config
  reload(): Promise<void>
  set(config: Config): unknown
}

function PlacementsForm({ config: { settings, defaults, version }, reload, set }: FormProps) {
  const isReadOnly = !useMe().may('owner')
  const { form, field, failure, isBusy, onSubmit } = useApiForm(
    {
      initialValues: {
        isOn: settings.ads === 'on',
        adClientId: settings.adClientId ?? '',
        adSlotHero: settings.adSlotHero ?? '',
        adSlotDashboard: settings.adSlotDashboard ?? '',
        adSlotCityDetail: settings.adSlotCityDetail ?? '',
        adSlotRecentChecks: settings.adSlotRecentChecks ?? '',
      },
    },
    ({ isOn, ...texts }) => {
      const ads = isOn ? 'on' : 'off'
      // What is as it was is not sent: it would be stored in place of the environment's.
      const changed = TEXTS.filter((name) => texts[name].trim() !== (settings[name] ?? ''))
      const values = Object.fromEntries(changed.map((name) => [name, texts[name].trim() || null]))
      return api.patch('/api/admin/config', { body: { ...values, ...(ads === settings.ads ? {} : { ads }), version } })
    },
    { done: 'Ads saved', onDone: set, reload, isQuiet: true },
  )
  const empty = (name: (typeof TEXTS)[number], otherwise: string) =>
    defaults[name] === null ? otherwise : `Empty: that of the environment, ${defaults[name]}${name === 'adClientId' ? '' : '; none: no ad'}`
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {isReadOnly && <Note tone="quiet">Only owners can change ads.</Note>}
        <FormFailure failure={failure} />
        <Switch
          label="Show ads"
          description="Off: no ads and no ad script, whatever is set below. While ads are shown, weather providers whose terms forbid them are skipped."
          error={form.errors['ads']}
          disabled={isReadOnly}
          {...form.getInputProps('isOn', { type: 'checkbox' })}
        />
        <TextInput
          label="Publisher ID"
          description={empty('adClientId', 'As the ad program states it. Also the line in /ads.txt')}
          placeholder="ca-pub-1234567890123456"
          maxLength={40}
          readOnly={isReadOnly}
          {...field('adClientId')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {SLOTS.map(([name, label, placement]) => (
            <TextInput
              key={name}
              label={label}
              description={`${placement}. ${empty(name, 'Empty: no ad')}`}
              placeholder="Slot, digits only"
              maxLength={40}
              readOnly={isReadOnly}
              {...field(name)}
            />
          ))}
        </SimpleGrid>
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              Save ads
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
