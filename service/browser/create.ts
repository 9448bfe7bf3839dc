/** `/dashboard/create`: chooses files, shows what becomes of them. */
import { start } from "./create/main-view.js";

const root = document.getElementById("create");
if (root !== null) void start(root);
