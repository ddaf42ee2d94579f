import { once } from 'node:events'

import { serve } from '@hono/node-server'

import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openServices } from './services.ts'

const config = readConfig(process.env)
await using services = await openServices(config)
const server = serve({ fetch: createApp(services).fetch, hostname: config.host, port: config.port })
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
await new Promise((resolve) => server.close(resolve))
