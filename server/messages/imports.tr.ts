import type { ENGLISH_IMPORTS } from "./imports.en.ts";

/** The same in Turkish. */
export const TURKISH_IMPORTS: Readonly<Record<keyof typeof ENGLISH_IMPORTS, string>> = {
  "import.control_character": "Satır sonlarını ve görünmeyen karakterleri kaldırın.",
  "import.web_address": "https:// veya http:// ile başlayan, kullanıcı adı içermeyen bir adres girin.",
  "import.time": "1970 ile 2100 arasında bir zaman girin; örneğin 2026-11-28T09:30:00Z.",
  "import.link_template":
    "Bir öğenin web adresini, sunucu adından sonra {id} veya {key} içerecek şekilde girin; örneğin https://takip.example.org/issues/{id}.",
  "import.pages_apart":
    "Sayfalar için ayrı bir kaynak gerekir: biri kayıtlar ve istekler, diğeri sayfalar için olmak üzere iki kaynak oluşturun.",
  "import.not_held": "Bu kaynak “{kind}” türünde öğe barındırmaz. Şunlar için oluşturuldu: {kinds}.",
  "import.twice": "Bu öğe pakette iki kez var. Her öğeyi bir pakette bir kez gönderin.",
  "import.key_taken": "“{key}” anahtarı zaten “{id}” öğesinde kullanılıyor. Anahtarlar bir kaynak içinde benzersizdir.",
  "import.depth":
    "“{id}” sayfası kendisinin altında ya da {max} düzeyden daha derinde. Üst sayfasını düzeltip paketi yeniden gönderin.",
  "import.wrong_cursor": "Bu arada başka bir içe aktarıcı paket gönderdi. Kaynağın imlecini okuyup oradan devam edin.",
  "import.wrong_run":
    "Bu çalıştırma bitti ya da o zamandan beri başka bir çalıştırma başladı. Silinenleri kaldırmak için yeni bir çalıştırma başlatın.",
  "import.run_count":
    "Bu çalıştırma için {sent} öğe bildirdiniz, {seen} öğe ulaştı. Hiçbir şey silinmedi. Eksikleri gönderin, sonra çalıştırmayı bitirin.",
  "import.run_deletes":
    "Bu çalıştırmayı bitirmek {all} öğenin {gone} tanesini silerdi. Hiçbir şey silinmedi. Doğruysa allow_many ile bitirin.",
  "import.items": "Bir kaynak en çok {max} öğe barındırabilir. Bazılarını silin ya da başka bir kaynak oluşturun.",
  "import.bytes":
    "Bir kaynağın öğeleri en çok {max} MB yer kaplayabilir. Bazılarını silin ya da başka bir kaynak oluşturun.",
  "import.quota":
    "Şirketiniz için yeterli disk alanı yok: {quota} MB alanın {used} MB’ı kullanılıyor. Yöneticinizden daha fazlasını isteyin.",
  "import.rate": "Bir kaynak dakikada {max} paket kabul eder. Biraz bekleyip sürdürün.",
  "import.not_custom": "Bu, özel bir kaynak değil: öğeleri kendi sunucusundan okunur.",
  "import.no_access": "Özel bir kaynağın değiştirilecek erişimi yoktur: öğeleri içe aktarma jetonlarıyla gönderilir.",
  "import.no_address": "Özel kaynak bir adresle değil, kendi çağrısıyla oluşturulur.",
  "import.item_gone": "Öğe, içe aktarıcı tarafından silindi.",
  "import.tokens": "Bu kaynağın zaten {max} içe aktarma jetonu var. Önce birini iptal edin.",
  "import.token_wrong": "Bu içe aktarma jetonu yanlış ya da iptal edilmiş. Kaynak listesinde yenisini oluşturun.",
  "import.token_only": "İçe aktarma jetonu yalnızca kendi kaynağına veri aktarır.",
};
