import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { visitor } from '#server/platform/policy/actor.ts'
import type { Rule } from '#server/platform/policy/rule.ts'
import type { Services } from '#server/services.ts'

/** Routes use their dependencies only on a request, so a proxy that accepts any call is enough to list them. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, name) => (typeof name === 'symbol' ? undefined : anything),
  apply: () => anything,
})

function toServices(known: Partial<Services>): Services {
  return new Proxy(known, {
    get: (target, name) => Reflect.get(target, name) ?? anything,
  }) as Services
}

const app = createApp(
  toServices({ config: readConfig({}), log: openLog('silent'), getActor: async () => visitor }),
)
const routes = Map.groupBy(
  app.routes.filter(({ method }) => method !== 'ALL'),
  ({ method, path }) => `${method} ${path}`,
)

it('puts a gate in front of every route', () => {
  const ungated = [...routes]
    .filter(([, handlers]) => !handlers.some(({ handler }) => 'rule' in handler))
    .map(([name]) => name)

  expect(ungated).toEqual([])
  expect([...routes.keys()]).toContain('GET /readyz')
})

it('has plain words in the access log for every route by which staff read personal data', () => {
  const words = JSON.parse(readFileSync('locales/en/web/admin-names.json', 'utf8')) as {
    pages: Record<string, string>
  }
  const recorded = [...routes].filter(([, handlers]) =>
    handlers.some(({ handler }) => {
      const { rule } = handler as { rule?: Rule<unknown> }
      return rule?.conflict && rule.personalData !== 'none'
    }),
  )
  expect(recorded.length).toBeGreaterThan(40)
  expect(recorded.filter(([name]) => !(name in words.pages))).toEqual([])
})
