import { type MouseEvent, useState } from 'react'

import type { Image } from '#shared/image-schema.ts'
import { imagePath } from '#shared/image.ts'
import { galleryText } from '#web/text/gallery.ts'

import { CampaignPicture } from './campaign-picture.tsx'
import type { GalleryDialog } from './gallery-dialog.tsx'

type Props = {
  images: readonly Image[]
  /** What a picture without a description is called. */
  toName: (number: number) => string
}

/** Pictures with their descriptions as captions. Each opens in a dialog, and without JavaScript links to its full size. */
export function Gallery({ images, toName }: Props) {
  const { dialog, open } = useGalleryDialog({ images, toName })
  if (images.length === 0) return null
  return (
    <>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {images.map((image, index) => (
          <li key={image.id}>
            <figure>
              <a
                href={imagePath(image.id, 1600)}
                aria-label={galleryText.open({ number: index + 1 })}
                onClick={(event) => open(event, index)}
                className="block overflow-hidden rounded-card"
              >
                <CampaignPicture
                  image={image}
                  alt={image.alt || toName(index + 1)}
                  sizes="(min-width: 640px) 240px, 46vw"
                />
              </a>
              {image.alt && (
                <figcaption className="mt-1 text-sm text-muted wrap-anywhere">
                  {image.alt}
                </figcaption>
              )}
            </figure>
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

const loadDialog = () => import('./gallery-dialog.tsx').catch(() => null)

/** Loads the dialog on the first click. If its code cannot be loaded, the link opens. */
function useGalleryDialog(props: Props) {
  const [shown, setShown] = useState<{
    index: number
    module: { GalleryDialog: typeof GalleryDialog }
  }>()
  const open = async (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const link = event.currentTarget
    const module = await loadDialog()
    if (module === null) return location.assign(link.href)
    // Safari does not focus a link on a click, and the dialog returns the focus to where it was.
    link.focus()
    setShown({ index, module })
  }
  const dialog = shown && (
    <shown.module.GalleryDialog
      {...props}
      first={shown.index}
      onClose={() => setShown(undefined)}
    />
  )
  return { dialog, open }
}
