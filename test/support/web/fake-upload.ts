import { vi } from 'vitest'

type UploadResponse = { status: number; body: unknown }
/** A running upload. The test sets its progress and response. */
export type Upload = {
  file: File
  progress: (share: number) => void
  respond: (response: UploadResponse) => void
  fail: () => void
  aborted: boolean
}

/** Replaces XMLHttpRequest, which uploads use. */
export function fakeUploads() {
  const uploads: Upload[] = []

  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #upload: Upload | undefined
    open() {}
    setRequestHeader() {}
    abort() {
      if (this.#upload) this.#upload.aborted = true
      this.dispatchEvent(new Event('abort'))
    }
    send(body: FormData) {
      const file = body.get('file')
      if (!(file instanceof File)) throw new TypeError('no file')
      this.#upload = {
        file,
        aborted: false,
        progress: (share) =>
          this.upload.dispatchEvent(
            new ProgressEvent('progress', { loaded: share * 100, total: 100 }),
          ),
        respond: ({ status, body: response }) => {
          this.status = status
          this.responseText = JSON.stringify(response)
          this.dispatchEvent(new Event('load'))
        },
        fail: () => this.dispatchEvent(new Event('error')),
      }
      uploads.push(this.#upload)
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}

/** A picked file of a given type and size. */
export function pickedFile(name: string, type = 'image/jpeg', size = 10): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
