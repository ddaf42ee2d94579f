import { vi } from 'vitest'

type Answer = { status: number; body: unknown }
/** One picture on its way: how far it is, and what the server says in the end, are the test's to tell. */
export type Upload = {
  file: File
  progress: (share: number) => void
  answer: (answer: Answer) => void
  fail: () => void
  aborted: boolean
}

/** Stands in for the network edge of an upload, which goes by XMLHttpRequest. */
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
        answer: ({ status, body: answer }) => {
          this.status = status
          this.responseText = JSON.stringify(answer)
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

/** A file as a person picks it, of the type and size that the test is about. */
export function pickedFile(name: string, type = 'image/jpeg', size = 10): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
