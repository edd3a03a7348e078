import '@muster/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';
import { PictureExample, picturePage } from './pictures.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');
const page = picturePage(new URLSearchParams(location.search).get('page'));
createRoot(root).render(<StrictMode>{page ? <PictureExample {...page} /> : <Gallery />}</StrictMode>);
