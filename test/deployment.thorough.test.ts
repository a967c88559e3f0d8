import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { AggregatorRegistry } from 'prom-client'
import { parse } from 'yaml'
import { createTestApp, type TestApp } from './helpers/app.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string): string => readFileSync(ROOT + file, 'utf8')
const missing = (program: string): string | false =>
  spawnSync(program, ['--version']).error !== undefined && `${program} is not installed here; .ci/steps installs it`

const RULES = 'deploy/prometheus/isobar.rules.yaml'
const DASHBOARD = 'deploy/grafana/isobar.json'
/** A metric and the conditions on its labels. */
const SELECTOR = /([a-z_][a-z0-9_]*)\{([^}]*)\}/g
/** Labels that Prometheus adds to each metric: it renames the service's own label `job`. */
const ADDED = ['job', 'instance', 'exported_job', 'le']

function expressions(): readonly string[] {
  const { groups } = parse(read(RULES)) as { groups: { rules: { expr: string }[] }[] }
  const { panels } = JSON.parse(read(DASHBOARD)) as { panels: { targets?: { expr: string }[] }[] }
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
}

describe('dashboard and alert rules', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
    await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
  })
  after(() => app.close())

  it('name metrics and labels that the service exports', async () => {
    // Workers export sums; metrics that cannot be summed are left out.
    const own = await app.services.metrics.own()
    const metrics = await AggregatorRegistry.aggregate([own, own]).getMetricsAsJSON()
    assert.ok(metrics.length < own.length)
    const labels = new Map<string, ReadonlySet<string>>()
    for (const { name, type, values } of metrics) {
      const declared = (app.services.metrics.registry.getSingleMetric(name) as { labelNames?: readonly string[] }).labelNames ?? []
      const known = new Set([...declared, ...values.flatMap((value) => Object.keys(value.labels))])
      const isHistogram = (type as unknown) === 'histogram'
      for (const series of isHistogram ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]) labels.set(series, known)
    }
    const asked = expressions().flatMap((expression) => [...expression.matchAll(SELECTOR)])
    assert.ok(asked.length > 50)
    const wrong = asked.flatMap(([selector, name = '', matchers = '']) => {
      if (name === 'up') return []
      const known = labels.get(name)
      const used = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      return known !== undefined && used.every((label) => ADDED.includes(label) || known.has(label)) ? [] : [selector]
    })
    assert.deepEqual(wrong, [])
  })

  it('group by labels that one of their metrics has', async () => {
    const text = await app.services.metrics.registry.getMetricsAsJSON()
    const declared = text.flatMap(
      ({ name }) => (app.services.metrics.registry.getSingleMetric(name) as { labelNames?: string[] }).labelNames ?? [],
    )
    const known = new Set([...ADDED, ...declared, ...text.flatMap(({ values }) => values.flatMap((value) => Object.keys(value.labels)))])
    const grouped = expressions().flatMap((expression) =>
      [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
    )
    assert.ok(grouped.length > 20)
    assert.deepEqual(
      grouped.filter((name) => !known.has(name)),
      [],
    )
  })

  it('alert on the series that promtool plays to them, and on nothing else', { skip: missing('promtool') }, () => {
    execFileSync('promtool', ['check', 'rules', RULES], { cwd: ROOT })
    const said = execFileSync('promtool', ['test', 'rules', RULES.replace('.yaml', '.test.yaml')], { cwd: ROOT, encoding: 'utf8' })
    assert.match(said, /SUCCESS/)
  })
})

describe('the systemd unit', () => {
  const UNIT = 'deploy/systemd/isobar.service'

  it('has an exposure of at most 3.0 out of 10', { skip: missing('systemd-analyze') }, () => {
    const analyze = ['security', '--offline=true', '--no-pager', '--threshold=30', UNIT]
    const { status, stdout } = spawnSync('systemd-analyze', analyze, { cwd: ROOT, encoding: 'utf8' })
    assert.match(stdout, /Overall exposure level for isobar\.service: [\d.]+ OK/)
    assert.equal(status, 0)
  })

  it('gives the service more time to stop than it takes, and more files than it has connections', () => {
    const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(read(UNIT))?.[1] ?? ''
    // With DRAIN_SECONDS=5, as docs/deployment.md recommends.
    assert.ok(Number(setting('TimeoutStopSec')) > 15)
    assert.ok(Number(setting('LimitNOFILE')) >= 10_500)
    assert.match(setting('ExecStart'), / bin\/isobar\.js serve$/)
  })
})

describe('the Kubernetes manifests', () => {
  const MODELS = { Deployment, PodDisruptionBudget, Service } as const
  const folder = 'deploy/kubernetes/'
  const manifests = readdirSync(ROOT + folder)
    .filter((file) => file !== 'kustomization.yaml')
    .map((file) => parse(read(folder + file)) as { apiVersion: string; kind: keyof typeof MODELS })

  it('match the schemas of Kubernetes, which reject invalid ones', () => {
    assert.deepEqual(manifests.map(({ kind }) => kind).toSorted(), ['Deployment', 'PodDisruptionBudget', 'Service'])
    for (const manifest of manifests) {
      const Model = MODELS[manifest.kind]
      assert.equal(Model.apiVersion, manifest.apiVersion)
      new Model(manifest as never).validate()
      assert.throws(() => new Model({ ...manifest, spec: 3 } as never).validate(), manifest.kind)
    }
    const { resources } = parse(read(`${folder}kustomization.yaml`)) as { resources: readonly string[] }
    assert.equal(resources.length, manifests.length)
  })

  it('run the image as its own user, and probe routes that exist', () => {
    const { spec } = parse(read(`${folder}deployment.yaml`)) as Deployment & { spec: object }
    const pod = spec.template.spec
    const image = read('Dockerfile')
    assert.equal(String(pod?.securityContext?.runAsUser), /useradd --uid (\d+)/.exec(image)?.[1])
    const [container] = pod?.containers ?? []
    assert.equal(String(container?.ports?.[0]?.containerPort), /PORT=(\d+)/.exec(image)?.[1])
    assert.equal(container?.securityContext?.readOnlyRootFilesystem, true)
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, unknown> }
    const drainSeconds = Number(container?.env?.find(({ name }) => name === 'DRAIN_SECONDS')?.value)
    assert.ok((pod?.terminationGracePeriodSeconds ?? 0) > drainSeconds + 10)
    assert.ok(drainSeconds > (container?.readinessProbe?.periodSeconds ?? Infinity))
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]
    assert.deepEqual(
      probes.map((probe) => probe?.httpGet?.path ?? '').filter((path) => !(path in paths)),
      [],
    )
    assert.deepEqual(
      container?.volumeMounts?.map(({ mountPath }) => mountPath),
      ['/data', '/tmp'],
    )
  })
})
