import { Anchor, Button, Code, Divider, Group, JsonInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../../api/browser.ts'
import { LANGUAGE_CHOICES, UNIT_CHOICES, formatUnitSystem } from '../../editing/choices.ts'
import { Facts, Time } from '../../kit/display.tsx'
import { useApiForm } from '../../kit/form.ts'
import type { ListHandle } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { formatPoint, formatIdentifier } from '../../kit/words.ts'
import { ZONES } from '../../kit/zone.ts'
import { PersonButton } from './person.tsx'
import { FREQUENCIES, describeSendingSwitch, type Subscription, SUBSCRIPTIONS, TYPES } from './subscription.ts'

/** The details of one subscription, editable for editors. */
export function EditSubscription({ subscription, list }: { readonly subscription: Subscription; readonly list: ListHandle<Subscription> }) {
  const { may } = useMe()
  const { cityLat, cityLon } = subscription
  return (
    <Stack>
      <Facts
        facts={{
          Email: subscription.email,
          Type: TYPES[subscription.type],
          ...(!may('editor') && shownElsewhere(subscription)),
          ...(cityLat !== null && cityLon !== null && { Coordinates: formatPoint(cityLat, cityLon) }),
          Confirmed: subscription.confirmed ? 'Yes' : 'No (nothing is sent yet)',
          Created: <Time at={subscription.createdAt} absolute />,
          Updated: <Time at={subscription.updatedAt} absolute />,
          ...(!subscription.active && {
            Ended: <Time at={subscription.deactivatedAt} absolute />,
            'Ended by': formatIdentifier(subscription.deactivatedBy ?? ''),
          }),
        }}
      />
      <Anchor component={Link} to={`/admin/why?subscription=${subscription.id}`} size="sm">
        Why was an email sent, or not?
      </Anchor>
      {may('editor') ? (
        <>
          <Divider />
          <SubscriptionForm subscription={subscription} list={list} />
          <Divider label="Personal data" labelPosition="left" />
          <Group>
            <PersonButton email={subscription.email} onErased={list.reload} />
          </Group>
        </>
      ) : (
        <Code block tabIndex={0}>
          {JSON.stringify(subscription.alertPrefs, null, 2)}
        </Code>
      )}
    </Stack>
  )
}

function SubscriptionForm({ subscription, list }: { readonly subscription: Subscription; readonly list: ListHandle<Subscription> }) {
  const isAlerts = subscription.type === 'city_alerts'
  const { form, field, isBusy, onSubmit } = useApiForm(
    {
      initialValues: {
        active: subscription.active,
        cityName: subscription.cityName ?? '',
        frequency: subscription.frequency,
        lang: subscription.lang,
        units: subscription.units,
        timezone: subscription.timezone,
        alertOnRain: subscription.alertOnRain,
        alertOnStorm: subscription.alertOnStorm,
        alertPrefs: JSON.stringify(subscription.alertPrefs, null, 2),
      },
      validate: { alertPrefs: (text) => (parsed(text) === null ? 'Enter valid JSON' : null) },
    },
    ({ alertPrefs, alertOnRain, alertOnStorm, cityName, ...values }) =>
      api.patch(SUBSCRIPTIONS, {
        body: {
          id: subscription.id,
          version: subscription.version,
          ...values,
          ...(subscription.type === 'newsletter' ? {} : { cityName }),
          ...(isAlerts ? { alertOnRain, alertOnStorm, alertPrefs: parsed(alertPrefs) ?? {} } : {}),
        },
      }),
    { done: 'Subscription saved', onDone: (answer) => list.replace(answer.subscription), reload: list.reload },
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Switch
          label="Active"
          description={describeSendingSwitch(form.values.active, subscription)}
          {...field('active', { type: 'checkbox' })}
        />
        {subscription.type === 'newsletter' ? null : <TextInput label="Place name" required maxLength={200} {...field('cityName')} />}
        <Group grow align="flex-start">
          <Select
            label="Frequency"
            data={FREQUENCIES[subscription.type].map((value) => ({ value, label: formatIdentifier(value) }))}
            allowDeselect={false}
            {...field('frequency')}
          />
          <Select label="Units" data={UNIT_CHOICES} allowDeselect={false} {...field('units')} />
        </Group>
        <Group grow align="flex-start">
          <Select label="Language" data={withOwn(LANGUAGE_CHOICES, subscription.lang)} allowDeselect={false} {...field('lang')} />
          <Select
            label="Time zone"
            searchable
            limit={60}
            data={withOwn(
              ZONES.map((value) => ({ value, label: value })),
              subscription.timezone,
            )}
            allowDeselect={false}
            {...field('timezone')}
          />
        </Group>
        {isAlerts ? (
          <>
            <Group>
              <Switch label="Rain" {...field('alertOnRain', { type: 'checkbox' })} />
              <Switch label="Thunderstorms" {...field('alertOnStorm', { type: 'checkbox' })} />
            </Group>
            <JsonInput label="Alert preferences (JSON)" autosize minRows={3} maxRows={16} formatOnBlur {...field('alertPrefs')} />
          </>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
            Save subscription
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The choices with the one in force, which may be none of them: readers’ languages may have a region. */
const withOwn = (choices: readonly Choice[], value: string): Choice[] =>
  choices.some((each) => each.value === value) ? [...choices] : [{ value, label: value }, ...choices]

/** The form's values, for users who do not get the form. */
function shownElsewhere({ cityName, frequency, lang, units, timezone }: Subscription) {
  return { Place: cityName, Frequency: formatIdentifier(frequency), Language: lang, Units: formatUnitSystem(units), 'Time zone': timezone }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
