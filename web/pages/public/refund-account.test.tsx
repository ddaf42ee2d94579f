import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { invalid } from '#shared/text/invalid.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, sendForm } from '#test/support/web/render.tsx'
import { testSite } from '#test/support/web/test-site.ts'

import { render } from '../../render.tsx'
import * as refundAccount from './refund-account.tsx'

const route = '/api/refund-accounts/token'
const form = {
  amount: 500_000,
  campaign: 'A well',
  banks: [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }],
  isDone: false,
}
const account = { bank: '9', accountNumber: '0123456789' }
const path = '/refund-account/token'
const open = () => renderRoutes(path, [{ path: '/refund-account/:token', ...refundAccount }])

// Test files share the document.
afterEach(() => document.body.replaceChildren())

/** Shows the document that the server renders for a submitted form. */
async function openResponse(values: Record<string, string>) {
  const request = new Request(testSite.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values).toString(),
  })
  const page = await render(request, { fetchApi: fetch, site: testSite })
  if (page.kind !== 'page') throw new Error('the response is a redirect')
  document.body.innerHTML = page.body
}

it('asks to confirm the holder’s name before the account is sent', async () => {
  const answers = [{ holder: 'Bola Ade' }, { holder: null }]
  let isDone = false
  const api = fakeApi({
    [`GET ${route}`]: () => ({ ...form, isDone }),
    [`POST ${route}`]: () => {
      const answer = answers.shift() ?? {}
      isDone = answers.length === 0
      return answer
    },
  })
  const view = open()
  expect(await screen.findByText(/₦5,000.00 of your donation to ‘A well’/)).toBeVisible()
  await expectAccessible()
  await sendForm(view, path, account)
  expect(await screen.findByText(/belongs to Bola Ade/)).toBeVisible()
  await expectAccessible()
  await sendForm(view, path, { ...account, holder: 'Bola Ade' })
  expect(await screen.findByText(/We are sending your refund/)).toBeVisible()
  expect(api.sent(`POST ${route}`)).toEqual([account, { ...account, holder: 'Bola Ade' }])
})

it('shows the form again as it was typed when the donor changes the account', async () => {
  fakeApi({ [`GET ${route}`]: form, [`POST ${route}`]: { holder: 'Bola Ade' } })
  const view = open()
  await screen.findByLabelText('Account number')
  await sendForm(view, path, account)
  await screen.findByText(/belongs to Bola Ade/)
  await sendForm(view, path, { ...account, holder: 'Bola Ade', step: 'change' })
  expect(await screen.findByLabelText('Account number')).toHaveValue('0123456789')
  expect(screen.getByLabelText('Bank')).toHaveValue('9')
})

it('keeps what was typed when the account is wrong', async () => {
  const message = 'Could not resolve account name. Check parameters or try again.'
  fakeApi({
    [`GET ${route}`]: form,
    [`POST ${route}`]: refusal(400, 'sub-account-refused', {
      message,
      fields: { accountNumber: [message] },
    }),
  })
  await openResponse({ bank: '', accountNumber: '123' })
  expect(screen.getByText(invalid.required)).toBeVisible()
  expect(screen.getByText(invalid.accountNumberForm)).toBeVisible()
  expect(screen.getByLabelText('Account number')).toHaveValue('123')
  await openResponse({ bank: '9', accountNumber: '123' })
  expect(screen.getByLabelText('Bank')).toHaveValue('9')
  await openResponse(account)
  expect(screen.getByText(message)).toBeVisible()
  expect(screen.getByLabelText('Bank')).toHaveValue('9')
  expect(screen.getByLabelText('Account number')).toHaveValue('0123456789')
})
