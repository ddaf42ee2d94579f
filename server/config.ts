import * as z from 'zod/mini'

const configSchema = z.object({
  host: z._default(z.string(), '127.0.0.1'),
  port: z._default(z.coerce.number(), 3000),
  publicUrl: z.optional(z.url()),
  dataDir: z._default(z.string(), '.data'),
})

export type Config = z.output<typeof configSchema>

/** Reads the environment once, at the door. Nothing else in the server may. */
export function readConfig(env: Record<string, string | undefined>): Config {
  return z.parse(configSchema, {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
  })
}
