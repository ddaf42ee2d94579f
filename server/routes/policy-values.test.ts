import { expect, it } from 'vitest'

import { policyValuesSchema } from '#shared/policy.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { testDatabase } from '#test/support/database/database.ts'

const { database } = await testDatabase()

it('answers visitors with the controller and the companies of the settings', async () => {
  const env = {
    CONTROLLER_NAME: 'Ajo Ltd',
    CONTROLLER_ADDRESS: '1 Example Street; Lagos, Nigeria',
    DPO_EMAIL: 'dpo@ajo.example',
    NDPC_REGISTRATION: 'NDPC/DCP/1',
    HOSTING_PROVIDER: 'Hosting Ltd, Germany',
  }
  await using opened = await openTestApp(database, { env })

  const response = await opened.app.request('/api/policy-values')

  expect(policyValuesSchema.parse(await response.json())).toEqual({
    controller: {
      name: 'Ajo Ltd',
      address: ['1 Example Street', 'Lagos, Nigeria'],
      dpoEmail: 'dpo@ajo.example',
      registration: 'NDPC/DCP/1',
    },
    recipients: [{ role: 'hosting', name: 'Hosting Ltd', country: 'Germany' }],
    identity: 'embedded',
  })
})
