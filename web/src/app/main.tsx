import { render } from 'preact';

const root = document.getElementById('app');
if (root) render(<h1>Household planner</h1>, root);
