import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { invalid } from '#shared/text/invalid.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderAt } from '#test/support/web/render.tsx'

import { DocumentsField } from './documents-field.tsx'

const at = '2026-11-01T12:00:00.000Z'
const bill = {
  id: 'd-1',
  name: 'bill.pdf',
  type: 'application/pdf',
  sizeBytes: 1_240_000,
  at,
  isPublished: false,
  isReviewed: false,
}

it('lists the documents of a campaign, with a link to download each, and removes one', async () => {
  const api = fakeApi({
    'GET /api/campaigns/well-1/documents': { documents: [bill] },
    'DELETE /api/documents/d-1': nothing,
  })
  renderAt('/', '/', <DocumentsField campaignId="well-1" />)
  const link = await screen.findByRole('link', { name: 'Download bill.pdf' })
  expect(link).toHaveAttribute('href', '/api/documents/d-1/file')
  expect(screen.getByText('1.2 MB')).toBeVisible()
  await expectAccessible()
  await userEvent.tab()
  await userEvent.click(screen.getByRole('button', { name: 'Remove bill.pdf' }))
  expect(await screen.findByText('bill.pdf is removed.')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Download bill.pdf' })).not.toBeInTheDocument()
  expect(api.received.map(({ route }) => route)).toContain('DELETE /api/documents/d-1')
})

it('keeps the documents of an approved campaign', async () => {
  fakeApi({ 'GET /api/campaigns/well-1/documents': { documents: [bill] } })
  renderAt('/', '/', <DocumentsField campaignId="well-1" isApproved />)
  expect(await screen.findByText(/Documents stay once a campaign is approved/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove bill.pdf' })).not.toBeInTheDocument()
})

it('says at the file why it was not accepted', async () => {
  fakeApi({ 'GET /api/documents': refusal(503, 'busy') })
  renderAt('/', '/', <DocumentsField />)
  const files = [
    new File(['x'], 'page.html', { type: 'text/html' }),
    new File(['x'], 'letter.heic', { type: '' }),
    new File([new Uint8Array(10_000_001)], 'large.pdf', { type: 'application/pdf' }),
  ]
  await userEvent.upload(screen.getByLabelText('Supporting documents'), files, {
    applyAccept: false,
  })
  expect(await screen.findByText(invalid.documentType)).toBeVisible()
  expect(screen.getByText(invalid.documentHeic)).toBeVisible()
  expect(screen.getByText('Max document size is 10MB.')).toBeVisible()
})

it('shows a document to visitors by its own tick, and says from when on', async () => {
  const api = fakeApi({
    'GET /api/documents': { documents: [bill, { ...bill, id: 'd-2', name: 'letter.pdf' }] },
    'PUT /api/documents/d-1/publication': nothing,
  })
  renderAt('/', '/', <DocumentsField />)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Show bill.pdf to visitors' }))
  expect(
    await screen.findByText('Visitors can see bill.pdf once a reviewer has approved it.'),
  ).toBeInTheDocument()
  expect(api.sent('PUT /api/documents/d-1/publication')).toEqual([{ isPublished: true }])
  expect(screen.getByRole('checkbox', { name: 'Show bill.pdf to visitors' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Show letter.pdf to visitors' })).not.toBeChecked()
})

it('says that the documents could not be loaded, and loads them again', async () => {
  let attempts = 0
  fakeApi({
    'GET /api/documents': () =>
      ++attempts === 1 ? refusal(500, 'internal') : { documents: [bill] },
  })
  renderAt('/', '/', <DocumentsField />)
  expect(await screen.findByText('We couldn’t load your documents.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Download bill.pdf' })).toBeVisible()
})
