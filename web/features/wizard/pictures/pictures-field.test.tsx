import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { fakeApi } from '#test/web/fake-api.ts'
import { fakeUploads, pickedFile } from '#test/web/fake-upload.ts'
import { openWizard, press, toasts, uploadedImage, wizardBanks } from '#test/web/wizard.tsx'

const user = userEvent.setup()

beforeEach(() => sessionStorage.clear())

describe('the pictures', () => {
  it('are uploaded one after the other with progress, and the first is shown first', async () => {
    fakeApi({ 'GET /api/banks': wizardBanks, 'PUT /api/draft': { draft: null } })
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    await user.upload(screen.getByLabelText('Images'), [
      pickedFile('well.jpg'),
      pickedFile('people.png', 'image/png'),
    ])
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.progress(0.4))
    expect(screen.getByRole('progressbar', { name: 'Uploading well.jpg' })).toHaveValue(0.4)

    await press('Next')
    expect(
      await toasts().findByText('Please wait for your photos to finish uploading.'),
    ).toBeInTheDocument()

    act(() => uploads[0]?.respond({ status: 201, body: uploadedImage }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    act(() => uploads[1]?.respond({ status: 201, body: { ...uploadedImage, id: 'b'.repeat(64) } }))
    expect(await screen.findByLabelText('Describe photo 2')).toBeVisible()
    expect(screen.getByText('Shown first')).toBeVisible()
  })

  it('can be described, reordered and removed', async () => {
    const api = fakeApi({ 'GET /api/banks': wizardBanks, 'PUT /api/draft': { draft: null } })
    const images = ['a', 'b', 'c'].map((id) => ({ id, alt: `Picture ${id}` }))
    openWizard({ tab: 1, values: { images } })
    await press('Move photo 2 earlier')
    await press('Remove photo 3')
    await user.type(screen.getByLabelText('Describe photo 1'), '!')
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() =>
      expect(api.sent('PUT /api/draft').at(-1)).toMatchObject({
        values: {
          images: [
            { id: 'b', alt: 'Picture b!' },
            { id: 'a', alt: 'Picture a' },
          ],
        },
      }),
    )
  })

  it.each([
    [
      'no image at all',
      pickedFile('a.txt', 'text/plain'),
      'One or more files are not valid images.',
    ],
    [
      'of another format',
      pickedFile('a.gif', 'image/gif'),
      'Only .jpg, .jpeg, .png and .webp formats are supported.',
    ],
    [
      'larger than five million bytes',
      pickedFile('a.jpg', 'image/jpeg', 5_000_001),
      'Max image size is 5MB.',
    ],
    ['empty', pickedFile('a.jpg', 'image/jpeg', 0), 'No file provided.'],
  ])('are not uploaded when the file is %s', async (_what, file, message) => {
    fakeApi({ 'GET /api/banks': wizardBanks })
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    const anyFile = userEvent.setup({ applyAccept: false })
    await anyFile.upload(screen.getByLabelText('Images'), file)
    expect(await screen.findByText(message)).toBeVisible()
    expect(uploads).toHaveLength(0)
  })

  it('are limited to ten', async () => {
    fakeApi({ 'GET /api/banks': wizardBanks })
    fakeUploads()
    const images = Array.from({ length: 10 }, (_, index) => ({ id: `id-${index}`, alt: '' }))
    openWizard({ tab: 1, values: { images } })
    await user.upload(screen.getByLabelText('Images'), pickedFile('eleventh.jpg'))
    expect(await screen.findByText('You can add up to 10 photos.')).toBeVisible()
  })

  it("show the server's error, and can be removed then", async () => {
    fakeApi({ 'GET /api/banks': wizardBanks })
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    await user.upload(screen.getByLabelText('Images'), pickedFile('broken.jpg'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() =>
      uploads[0]?.respond({
        status: 422,
        body: {
          error: {
            code: 'invalid-input',
            fields: { file: ['One or more files are not valid images.'] },
          },
        },
      }),
    )
    expect(await screen.findByText('One or more files are not valid images.')).toBeVisible()
    await press('Remove broken.jpg')
    expect(screen.queryByText('broken.jpg')).not.toBeInTheDocument()
  })

  it('cancel their upload when they are removed', async () => {
    fakeApi({ 'GET /api/banks': wizardBanks })
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    await user.upload(screen.getByLabelText('Images'), pickedFile('slow.jpg'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    await press('Remove slow.jpg')
    expect(uploads[0]?.aborted).toBe(true)
    expect(screen.queryByText('slow.jpg')).not.toBeInTheDocument()
  })
})
