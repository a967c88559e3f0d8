import { Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import { Panel } from '../kit/panel.tsx'
import { Status } from '../kit/status.tsx'
import type { Config } from './config.ts'
import styles from './environment-panel.module.css'

/** The process's environment. It is read-only here, and secrets are not shown. */
export function EnvironmentPanel({ environment }: Pick<Config, 'environment'>) {
  const [wanted, setWanted] = useState('')
  const variables = Object.entries(environment).filter(([name]) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <Panel
      title="Environment variables"
      description="Set where the service is started; read-only here. Changes need a restart. Secrets are never shown."
      actions={
        <TextInput
          aria-label="Find a variable"
          placeholder="Find a variable"
          leftSection={<Icon name="search" size={16} />}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      }
    >
      <Table fz="sm" verticalSpacing={7} layout="fixed" className={styles.table} aria-label="Environment variables">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Variable</Table.Th>
            <Table.Th scope="col">Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variables.map(([name, variable]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                <code>{name}</code>
              </Table.Th>
              <Table.Td>
                <VariableValue {...(variable ?? { configured: false, value: null })} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  )
}

function VariableValue({ configured, value }: NonNullable<Config['environment'][string]>) {
  if (!configured) return <Status tone="quiet">Not set</Status>
  if (value === null) return <span>•••••••• (secret)</span>
  return <code>{typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)}</code>
}
