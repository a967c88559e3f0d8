import { Button, Group, NumberInput } from '@mantine/core'
import { api } from '../../api/browser.ts'
import { FormModal } from '../kit/dialogs.tsx'
import { useFormDialog } from '../kit/form.ts'
import { formatIdentifier } from '../kit/words.ts'
import type { PartProps } from './system.ts'

/** How often a provider may be called: its limits in force, each of which can be set here; empty is the environment's. */
export function LimitsPart({ system: { id, name, version, settings }, onChange, reload }: PartProps) {
  const limits = Object.fromEntries(Object.entries(settings).filter(([key]) => /limit$/i.test(key))) as Record<string, number | string>
  const { form, field, open, modal } = useFormDialog(
    { initialValues: limits },
    (values) => {
      const changed = Object.entries(values).filter(([key, value]) => value !== limits[key])
      const sent = Object.fromEntries(changed.map(([key, value]) => [key, value === '' ? null : value]))
      return api.patch('/api/admin/connections', { body: { id, version, settings: sent } })
    },
    { prefix: 'settings.', done: 'Limits saved. They are in force now.', onDone: onChange, reload },
  )
  if (Object.keys(limits).length === 0) return null
  return (
    <Group justify="flex-end">
      <Button size="xs" variant="default" onClick={open} aria-label={`Set limits: ${name}`}>
        Set limits
      </Button>
      <FormModal {...modal} title={`Limits of ${name}`} label="Save" isIncomplete={!form.isDirty()}>
        {Object.keys(limits).map((key) => (
          <NumberInput
            key={key}
            label={formatIdentifier(key)}
            description="Weighted calls; empty: as the environment says"
            min={1}
            allowDecimal={false}
            thousandSeparator=","
            clampBehavior="none"
            {...field(key)}
          />
        ))}
      </FormModal>
    </Group>
  )
}
