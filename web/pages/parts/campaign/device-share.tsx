import { Share2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { shareText } from '../../../text/share.ts'
import { Button } from '../../../ui/button.tsx'

const neverChanges = () => () => {}

/** Opens the device's own list of apps. Shown only where the browser has it. */
export function DeviceShare({ url, title, text }: { url: string; title: string; text: string }) {
  // The server's page has no navigator, and hydration must find the same page.
  const canShare = useSyncExternalStore(
    neverChanges,
    () => 'share' in navigator,
    () => false,
  )
  if (!canShare) return null
  // Closing the list rejects, which changes nothing.
  const share = () => void navigator.share({ url, title, text }).catch(() => {})
  return (
    <Button variant="quiet" onClick={share} className="w-full">
      <Share2 size={18} aria-hidden="true" />
      {shareText.device}
    </Button>
  )
}
