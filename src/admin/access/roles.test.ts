import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isAtLeast, isSecondFactorRequired, ROLES, SECOND_FACTOR_REQUIREMENTS } from './roles.ts'

it('each role includes the ones before it', () => {
  const included = ROLES.map((role) => ROLES.filter((needed) => isAtLeast(role, needed)))
  assert.deepEqual(included, [['viewer'], ['viewer', 'editor'], ['viewer', 'editor', 'owner']])
})

it('a second factor is required from a role upwards', () => {
  const required = SECOND_FACTOR_REQUIREMENTS.map((requirement) => [
    requirement,
    ...ROLES.filter((role) => isSecondFactorRequired(requirement, role)),
  ])
  assert.deepEqual(required, [['nobody'], ['owners', 'owner'], ['editors', 'editor', 'owner'], ['everyone', 'viewer', 'editor', 'owner']])
})
