import { Button, Divider, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/api.tsx'
import { ConfirmButton, FormModal, RED } from '../../kit/dialogs.tsx'
import { Facts, Time } from '../../kit/display.tsx'
import { useApiForm, useFormDialog } from '../../kit/form.ts'
import type { ListHandle } from '../../kit/list/types.ts'
import { useMe } from '../../kit/me.ts'
import { formatCount, formatIdentifier } from '../../kit/words.ts'
import { IssuedKey } from './issued-key.tsx'
import { selectChangedTerms, type ClientKey, buildKeyForm, KeyFields, KEYS, SCOPES } from './key-fields.tsx'
import { KeyUsage } from './usage.tsx'

interface KeyProps {
  readonly clientKey: ClientKey
  readonly list: ListHandle<ClientKey>
}

/** The details of a key, editable for owners until it is revoked. */
export function EditKey({ clientKey: key, list }: KeyProps) {
  const { may } = useMe()
  return (
    <Stack>
      <Facts
        facts={{
          Key: <code>{key.start}…</code>,
          State: formatIdentifier(key.state),
          Scopes: key.scopes.map((scope) => SCOPES[scope]).join(', '),
          Limits: limitsOf(key),
          Origins: key.origins.length === 0 ? 'Any' : key.origins.join(', '),
          Expires: <Time at={key.expiresAt} none="Never" absolute />,
          'Last use': <Time at={key.lastUsedAt} none="Never" absolute />,
          Created: <Time at={key.createdAt} absolute />,
          Rotated: key.rotatedAt === null ? null : <Time at={key.rotatedAt} absolute />,
          'Former key valid until': key.formerUntil === null ? null : <Time at={key.formerUntil} absolute />,
          Revoked: key.revokedAt === null ? null : <Time at={key.revokedAt} absolute />,
        }}
      />
      <KeyUsage id={key.id} />
      {may('owner') && key.state !== 'revoked' ? (
        <>
          <Divider />
          <Terms clientKey={key} list={list} />
          <Divider />
          <Group>
            <Rotate clientKey={key} list={list} />
            <Switch clientKey={key} list={list} />
            <Revoke clientKey={key} list={list} />
          </Group>
        </>
      ) : null}
    </Stack>
  )
}

function limitsOf({ perMinute, perDay, perMonth }: ClientKey): string {
  const limits = { minute: perMinute, day: perDay, month: perMonth }
  const set = Object.entries(limits).flatMap(([per, limit]) => (limit === null ? [] : [`${formatCount(limit)} per ${per}`]))
  return set.length === 0 ? 'None' : set.join(', ')
}

function Terms({ clientKey: key, list }: KeyProps) {
  const before = buildKeyForm(key)
  const { form, field, isBusy, onSubmit } = useApiForm(
    { initialValues: before },
    (values) => api.patch(`${KEYS}/{id}`, { path: { id: key.id }, body: { ...selectChangedTerms(values, before), version: key.version } }),
    { done: 'Key saved', onDone: (answer) => list.replace(answer.key), reload: list.reload },
  )
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <KeyFields field={field} />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={!form.isDirty() || form.values.scopes.length === 0}>
            Save key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Switch({ clientKey: { id, disabled, version }, list }: KeyProps) {
  const change = useAction(() => api.patch(`${KEYS}/{id}`, { path: { id }, body: { disabled: !disabled, version } }), {
    done: disabled ? 'Key switched on' : 'Key switched off',
    onDone: (answer) => list.replace(answer.key),
    reload: list.reload,
  })
  return (
    <Button variant="default" loading={change.isBusy} onClick={() => void change.run()}>
      {disabled ? 'Switch on' : 'Switch off'}
    </Button>
  )
}

const OVERLAP = { overlapHours: 24 }

/** Replaces the secret and shows the new one. */
function Rotate({ clientKey: { id, version }, list }: KeyProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const { field, open, modal } = useFormDialog(
    { initialValues: OVERLAP },
    ({ overlapHours }) => api.post(`${KEYS}/{id}/rotate`, { path: { id }, body: { overlapHours, version } }),
    { onDone: (answer) => setSecret(answer.secret), reload: list.reload },
  )
  return (
    <>
      <Button variant="default" onClick={open}>
        Rotate
      </Button>
      <FormModal {...modal} title="Rotate key">
        <Text>This makes a new key with the same name, scopes and limits.</Text>
        <NumberInput
          label="Hours for which the present key stays valid"
          description="0: it ends at once"
          required
          min={0}
          max={744}
          allowDecimal={false}
          {...field('overlapHours')}
        />
      </FormModal>
      <IssuedKey
        secret={secret}
        onClose={() => {
          setSecret(null)
          void list.reload()
        }}
      />
    </>
  )
}

function Revoke({ clientKey: { id, name }, list }: KeyProps) {
  const revoke = useAction(() => api.post(`${KEYS}/{id}/revoke`, { path: { id } }), {
    done: 'Key revoked',
    onDone: (answer) => list.replace(answer.key),
    reload: list.reload,
  })
  return (
    <ConfirmButton text="Revoke" button={RED} title={`Revoke ${name}?`} label="Revoke key" action={revoke}>
      <Text>Its requests are refused at once. This cannot be undone.</Text>
    </ConfirmButton>
  )
}
