import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import type { Evidence } from '#shared/evidence.ts'
import { surgeryEvidence } from '#test/support/campaigns/evidence.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { expectAccessible } from '#test/support/web/axe.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as itemData from './evidence-item.tsx'
import * as itemScreen from './evidence-item.tsx'
import * as listData from './evidence-list.tsx'
import * as listScreen from './evidence-list.tsx'

const item = { ...itemScreen, ...itemData }
const list = { ...listScreen, ...listData }

const session = { 'GET /api/session': { account: { ...adaAccount, roles: ['reviewer'] } } }
const fields = {
  id: 'deleted-1',
  deletedAt: '2026-07-02T09:00:00.000Z',
  storedUntil: '2033-01-01',
  hasMoney: true,
  reports: 1,
}
const evidence: Evidence = {
  ...fields,
  ...surgeryEvidence,
  images: [
    { alt: 'The hospital', isStored: true },
    { alt: 'The bill', isStored: false },
  ],
  documents: [
    {
      id: 'd-1',
      name: 'Hospital bill.pdf',
      type: 'application/pdf',
      sizeBytes: 5_000,
      at: '2026-01-01T00:00:00.000Z',
      isPublished: false,
      isReviewed: false,
    },
  ],
}

const open = (answers: Record<string, object>, at = '/dashboard/reviews/evidence') => {
  fakeApi(answers)
  return renderRoutes(at, [
    { path: '/dashboard/reviews/evidence', ...list },
    { path: '/dashboard/reviews/evidence/:id', ...item },
  ])
}

it('lists deleted campaigns and opens what is stored of one', async () => {
  open({
    ...session,
    'GET /api/evidence': {
      evidence: [{ ...fields, title: 'Surgery for Efe', owner: 'Efe Okoro' }],
      next: 'abc',
    },
    'GET /api/evidence/deleted-1': { evidence },
  })
  const link = await screen.findByRole('link', { name: 'Surgery for Efe' })
  expect(screen.getByText('1 January 2033')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    '/dashboard/reviews/evidence?after=abc',
  )
  await expectAccessible()

  await userEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Surgery for Efe' })).toBeVisible()
  expect(screen.getByText(/efe@example.com/)).toBeVisible()
  expect(screen.getByRole('img', { name: 'The hospital' })).toHaveAttribute(
    'src',
    '/api/evidence/deleted-1/images/1',
  )
  expect(screen.getByRole('link', { name: /Hospital bill.pdf/ })).toHaveAttribute(
    'href',
    '/api/evidence/deleted-1/documents/d-1',
  )
  expect(screen.getByText('This picture was lost before the deletion.')).toBeVisible()
  expect(within(screen.getByRole('article')).getByText('Not true.')).toBeVisible()
  await expectAccessible()
})

it('is not found for people who are no reviewers', async () => {
  open(session)
  expect(await screen.findByText(/can't find the page/)).toBeVisible()
})
