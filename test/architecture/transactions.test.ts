import { globSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** Modules that talk to another service. */
const network = /(?<![.\w])fetch\(|\?\? fetch\b|\.sendMail\(|net\.connect\(/

it('has no module that calls another service without refusing to do so inside a transaction', () => {
  const files = globSync('server/{providers,platform/images,platform/mail}/**/*.ts').filter(
    (file) => !/\.(test|contract)\.ts$/.test(file),
  )
  const callers = files.filter((file) => network.test(readFileSync(file, 'utf8')))
  // paystack.ts only hands `fetch` on to paystack-http.ts.
  const unguarded = callers.filter(
    (file) => !/refuseInTransaction\(|paystackHttp\(/.test(readFileSync(file, 'utf8')),
  )
  expect(callers.length).toBeGreaterThan(5)
  expect(unguarded).toEqual([])
})
