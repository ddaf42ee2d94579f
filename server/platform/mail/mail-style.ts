import { colours } from '../config/brand.ts'

/** Some programs drop the style element, so the card and the button have their looks in attributes, too. */
export const cardStyle =
  'background:#fff;border:1px solid #d9ddd3;border-radius:16px;padding:24px;overflow:hidden'
export const buttonStyle = `display:inline-block;background:${colours.forest};color:#fff;border-radius:12px;padding:12px 24px;font-weight:bold;text-decoration:none`

/** Light and dark. Every colour of text has a contrast of at least 4.5:1 on its background. */
export const mailStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;background:#fcfaf5;color:#10221c;font:16px/1.55 Arial,Helvetica,sans-serif}
.page{max-width:560px;margin:0 auto;padding:16px;overflow-wrap:anywhere}
header{padding:8px 0 16px}
header img{vertical-align:middle;margin-right:8px;border:0}
header strong{vertical-align:middle;font-size:20px}
.picture{display:block;max-width:100%;height:auto;border:0;border-radius:8px;margin:0 0 12px}
h1{font-size:24px;line-height:1.25;margin:0 0 16px}
p{margin:0 0 16px}
a{color:${colours.forest}}
.link{margin:0 0 4px}
.link+p{margin-top:16px}
.link+.address{margin-top:0}
.link a{display:inline-block;padding:10px 0;min-height:24px;line-height:24px}
.address{font-size:14px;color:#4a5b54}
main>:last-child{margin-bottom:0}
footer{padding:20px 8px;font-size:14px;color:#4a5b54}
footer p{margin:0 0 8px}
@media (max-width:480px){main{padding:20px 16px!important}h1{font-size:22px}.link .button{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){
body{background:#0c1613;color:#eef3ef}
main{background:#14211c!important;border-color:#30413a!important}
a{color:${colours.bright}}
.link .button{background:${colours.bright}!important;color:#0c1613!important}
.address,footer{color:#a9b8b0}}
`
