import { Stack } from '@mantine/core'
import { Soft, Status } from '../kit/display.tsx'
import { Panel } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import { formatQuantity } from '../kit/words.ts'
import styles from './page.module.css'
import { WithCode } from './setting-field.tsx'
import type { groupVariables, Variable } from './themes.ts'

interface Props {
  readonly groups: ReturnType<typeof groupVariables>
  /** Whether the groups are unfolded, since they were looked for. */
  readonly isSearched: boolean
}

/** The process's environment. It is read-only here, and secrets are not shown. */
export function EnvironmentPanel({ groups, isSearched }: Props) {
  return (
    <Panel
      title="Environment variables"
      description="Set where the service is started; read-only here. Changes need a restart. Secrets are never shown."
    >
      <Stack gap="xs">
        {groups.map(([group, variables]) => (
          <details key={`${group} ${isSearched}`} open={isSearched} className={styles.group}>
            <summary>
              <strong>{group}</strong>{' '}
              <Soft span>
                {formatQuantity(variables.length, 'variable')}, {variables.filter(([, { configured }]) => configured).length} with a value
              </Soft>
            </summary>
            <DataTable
              label={`Environment variables: ${group}`}
              columns={['Variable', 'Value']}
              layout="fixed"
              className={styles.table}
              rows={variables.map(([name, variable]) => ({
                key: name,
                cells: [<VariableName key="name" name={name} variable={variable} />, <VariableValue key="value" {...variable} />],
              }))}
            />
          </details>
        ))}
      </Stack>
    </Panel>
  )
}

function VariableName({ name, variable }: { readonly name: string; readonly variable: Variable }) {
  return (
    <>
      <code>{name}</code>
      <Soft>
        <WithCode text={variable.meaning} />
      </Soft>
    </>
  )
}

function VariableValue({ configured, value }: Variable) {
  if (!configured) return <Status tone="quiet">Not set</Status>
  if (value === null) return <span>•••••••• (secret)</span>
  return <code>{typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)}</code>
}
