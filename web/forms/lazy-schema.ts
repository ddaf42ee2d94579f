import type * as signedInSchemas from './signed-in-schemas.ts'

type Schemas = typeof signedInSchemas

/** Loads a schema of the forms behind the login. One module has them all, because many small files compress badly. */
export const lazySchema =
  <Name extends keyof Schemas>(name: Name) =>
  async (): Promise<Schemas[Name]> =>
    (await import('./signed-in-schemas.ts'))[name]
