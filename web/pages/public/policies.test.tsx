import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { embeddedValues, hostedValues } from '#test/support/people/policy-values.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderAt, renderRoutes } from '#test/support/web/render.tsx'
import { PublicFooter } from '#web/layouts/public-layout.tsx'
import { routes, type PageHandle } from '#web/app/routes.tsx'
import { DonationTerms } from '#web/pages/parts/policy/policy-links.tsx'
import { matchRoutes } from '#web/router/match-routes.ts'

import * as fees from './fees.tsx'
import * as help from './help.tsx'
import * as privacy from './privacy.tsx'
import * as refunds from './refunds.tsx'
import * as terms from './terms.tsx'

const policyApi = { 'GET /api/policy-values': embeddedValues }
const addresses = ['/help', '/fees', '/refunds', '/terms', '/privacy', '/transparency']
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

describe('the policies', () => {
  it.each([
    ['/terms', 'Terms of service', terms],
    ['/privacy', 'Privacy policy', privacy],
    ['/fees', 'Fees', fees],
    ['/help', 'Help', help],
    ['/refunds', 'Refunds', refunds],
  ])('are cacheable at %s, with version and date', async (path, title, page) => {
    fakeApi(policyApi)
    renderRoutes(path, [{ path, ...page }])
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByText(/^Version \d+\.\d+, valid from \d+ \w+ 20\d\d$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'support@ajo.example' })).toBeVisible()
    const handle = matchRoutes(routes, path)?.at(-1)?.route.handle as PageHandle | undefined
    expect(handle).toEqual({ cacheable: true, script: 'visit' })
    await expectAccessible()
  })

  it('calculate the examples of the fees like the donate form', async () => {
    fakeApi(policyApi)
    renderRoutes('/fees', [{ path: '/fees', ...fees }])
    const [, small, middle] = await screen.findAllByRole('row')
    const cells = (row: HTMLElement | undefined) =>
      within(row ?? document.body)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cells(small)).toEqual(['₦1,000.00', '₦15.00', '₦39.00 – ₦145.00', '₦1.00', '₦984.00'])
    expect(cells(middle)).toEqual([
      '₦10,000.00',
      '₦250.00',
      '₦490.00 – ₦550.00',
      '₦1.00',
      '₦9,749.00',
    ])
  })

  it('name the controller, the companies and their countries from the settings', async () => {
    fakeApi({ 'GET /api/policy-values': hostedValues })
    renderRoutes('/privacy', [{ path: '/privacy', ...privacy }])
    expect(
      await screen.findByText('The data controller is Ajo Ltd, 1 Example Street, Lagos, Nigeria.'),
    ).toBeVisible()
    expect(screen.getByText(/dpo@ajo\.example/)).toBeVisible()
    expect(screen.getByText(/NDPC\/DCP\/1/)).toBeVisible()
    for (const company of ['Google (Identity Toolkit)', 'Sanity', 'Mails Ltd', 'Hosting Ltd'])
      expect(
        screen.getByText(new RegExp(`^${company.replaceAll(/[()]/g, '\\$&')}, `)),
      ).toBeVisible()
    expect(
      screen.getByText(/^Data leaves Nigeria for the United States, Norway, Ireland, Germany\./),
    ).toBeVisible()
  })

  it('names no company that the settings do not use', async () => {
    fakeApi(policyApi)
    renderRoutes('/privacy', [{ path: '/privacy', ...privacy }])
    await screen.findByText(/Buckets Ltd/)
    expect(screen.queryByText(/Google|Sanity/)).toBeNull()
  })

  it('are linked from the footer of every public page', async () => {
    renderAt('/', '/', <PublicFooter />)
    const nav = within(await screen.findByRole('navigation', { name: 'Help and policies' }))
    expect(hrefs(nav.getAllByRole('link'))).toEqual(addresses)
  })

  it('are linked from the donate forms', async () => {
    renderAt('/', '/', <DonationTerms />)
    expect(hrefs(await screen.findAllByRole('link'))).toEqual([
      '/terms',
      '/fees',
      '/refunds',
      '/privacy',
    ])
  })
})
