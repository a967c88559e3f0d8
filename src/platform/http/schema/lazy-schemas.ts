import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type Validator = ((data: unknown) => unknown) & { errors?: unknown }
type Serializer = (document: unknown) => string
/** Given the shared schemas and options, returns the compiler of one schema of a route. */
type Factory<T> = (shared: unknown, options: unknown) => (definition: { readonly schema: object }) => T

// Fastify's own compilers, which are not dependencies of ours.
const ofFastify = createRequire(import.meta.resolve('fastify'))
const validators = (): Factory<Validator> => (ofFastify('@fastify/ajv-compiler') as () => Factory<Validator>)()
const serializers = (): Factory<Serializer> => (ofFastify('@fastify/fast-json-stringify-compiler') as () => Factory<Serializer>)()

/**
 * Compiles a route's schemas when the route is first used, which takes some milliseconds. Compiling all of them at startup would take half
 * a second, during which nothing is answered.
 */
export const LAZY_SCHEMAS: SchemaController = {
  compilersFactory: {
    buildValidator: lazily(validators, lazyValidator),
    buildSerializer: lazily(serializers, lazySerializer),
  } as NonNullable<SchemaController['compilersFactory']>,
}

function lazily<T>(load: () => Factory<T>, later: (compile: () => T) => T): Factory<T> {
  // A process with several services, as in the tests, has one compiler, and compiles each schema once: their options are the same, and no schema
  // refers to the shared ones of a service.
  const compiled = new WeakMap<object, T>()
  let compile: ReturnType<Factory<T>> | undefined
  return (shared, options) => (definition) =>
    later(() => {
      const known = compiled.get(definition.schema)
      if (known !== undefined) return known
      const made = (compile ??= load()(shared, options))(definition)
      compiled.set(definition.schema, made)
      return made
    })
}

function lazyValidator(compile: () => Validator): Validator {
  let compiled: Validator | undefined
  const validate: Validator = (data) => {
    compiled ??= compile()
    const result = compiled(data)
    validate.errors = compiled.errors
    return result
  }
  return validate
}

function lazySerializer(compile: () => Serializer): Serializer {
  let compiled: Serializer | undefined
  return (document) => (compiled ??= compile())(document)
}
