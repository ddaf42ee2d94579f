import { toast } from './toast-queue.ts'

/** Copies, and says whether that worked. */
export function copyText(text: string, said: { copied: string; failed: string }): Promise<void> {
  return navigator.clipboard.writeText(text).then(
    () => toast(said.copied, 'success'),
    () => toast(said.failed, 'error'),
  )
}
