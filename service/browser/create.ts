/** `/dashboard/create`: chooses files, shows what becomes of them. */
import { keepPageOnDrop } from "@svc-proof/verifier-web/ui/intake";
import { start } from "./create/main-view.js";

keepPageOnDrop();
const root = document.getElementById("create");
if (root !== null) void start(root);
