/** The program of the page of a visitor: what the browser begins with. */
import '../styles/live.css';
import './visit.css';
import { mount } from '../lib/mount.tsx';
import { VisitPage } from './page.tsx';

mount(() => <VisitPage />);
