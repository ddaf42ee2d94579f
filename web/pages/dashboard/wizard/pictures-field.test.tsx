import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { fakeUploads, pickedFile } from '#test/support/web/fake-upload.ts'
import { toasts } from '#test/support/web/render.tsx'
import { fakeWizardApi, openWizard, press, uploadedImage } from '#test/support/web/wizard.tsx'

const user = userEvent.setup()

beforeEach(() => sessionStorage.clear())

describe('the pictures', () => {
  it('are uploaded one after the other with progress, and the first is shown first', async () => {
    fakeWizardApi()
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    await user.upload(await screen.findByLabelText('Images'), [
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
    const api = fakeWizardApi()
    const images = ['a', 'b', 'c'].map((id) => ({ id, alt: `Picture ${id}` }))
    openWizard({ tab: 1, values: { images } })
    await screen.findByLabelText('Describe photo 1')
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

  it('below 1200 pixels are accepted with a warning that names their width', async () => {
    fakeWizardApi()
    const images = [
      { id: 'a', alt: '', width: 1199, height: 900 },
      { id: 'b', alt: '', width: 1200, height: 900 },
    ]
    openWizard({ tab: 1, values: { images } })
    await screen.findByLabelText('Describe photo 2')
    expect(screen.getAllByText(/pixels wide/).map((note) => note.textContent)).toEqual([
      expect.stringContaining('This photo is 1199 pixels wide. From 1200 pixels on'),
    ])
  })

  it('are limited to ten', async () => {
    fakeWizardApi()
    fakeUploads()
    const images = Array.from({ length: 10 }, (_, index) => ({ id: `id-${index}`, alt: '' }))
    openWizard({ tab: 1, values: { images } })
    await user.upload(await screen.findByLabelText('Images'), pickedFile('eleventh.jpg'))
    expect(await screen.findByText('You can add up to 10 photos.')).toBeVisible()
  })

  it("show the server's error, and can be removed then", async () => {
    fakeWizardApi()
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    await user.upload(await screen.findByLabelText('Images'), pickedFile('broken.jpg'))
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
    fakeWizardApi()
    const uploads = fakeUploads()
    openWizard({ tab: 1, values: {} })
    await user.upload(await screen.findByLabelText('Images'), pickedFile('slow.jpg'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    await press('Remove slow.jpg')
    expect(uploads[0]?.aborted).toBe(true)
    expect(screen.queryByText('slow.jpg')).not.toBeInTheDocument()
  })
})
