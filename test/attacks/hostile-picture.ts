/** `either`: how far a reader gets into a broken file is its own affair, as long as it says so or makes a clean picture of it. */
export type Verdict = 'taken' | 'not an image' | 'wrong format' | 'too large' | 'missing' | 'either'

export type HostilePicture = {
  what: string
  bytes: Uint8Array
  verdict: Verdict
  name?: string
}

export const script = '<script>alert(document.domain)</script>'
